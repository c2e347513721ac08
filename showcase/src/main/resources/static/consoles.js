// Two consoles on one scratch schema: be two workers, one step after the other.
import { $, $$, element, post, trouble, working } from './lab.js';

const place = $('#consoles');
const session = sessionStorage.getItem('scratch') || [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
sessionStorage.setItem('scratch', session);

// What was done so far, newest last: {console, sql, answer}.
const done = [];
const rows = (one) => one.answer.ok && one.answer.count;
const claims = (one, key) => /^\s*insert/i.test(one.sql) && one.sql.includes(key);
const did = (test) => done.some(test);

// Each step has a test that looks at what was typed and what came back.
const CHECKS = {
  fresh: () => did((one) => claims(one, 'req-9b2c') && rows(one) === 1),
  seeded: () => did((one) => claims(one, 'req-7f3a') && rows(one) === 0),
  stored: () => did((one) => /^\s*select/i.test(one.sql) && one.answer.rows.some((row) => row.includes('201'))),
  waits: () => did((one) => one.console === 'b' && claims(one, 'req-c3c3') && rows(one) === 0 && one.answer.millis > 300),
  heals: () => did((one) => one.console === 'b' && claims(one, 'req-d4d4') && rows(one) === 1 && one.answer.millis > 300),
  locks: () => ['a', 'b'].every((name) => did((one) => one.console === name && /for update/i.test(one.sql) && one.sql.includes('req-e5e5') && rows(one) === 0)),
  isolation: () => did((one) => claims(one, 'req-f6f6') && one.answer.message.includes('40001')),
};

const check = () => $$('[data-check]', place).forEach((step) => {
  if (CHECKS[step.dataset.check]() && !step.classList.contains('done')) {
    step.classList.add('done');
    $('.state', step).textContent = 'Done.';
  }
});

const show = (target, answer) => {
  const parts = [element('p', answer.ok ? 'figure' : 'error', answer.message),
    element('p', 'quiet', `${answer.millis} ms${answer.open ? '; its transaction is open' : ''}`)];
  if (answer.rows.length) {
    parts.push(element('div', 'table', element('table', '',
      element('thead', '', element('tr', '', ...answer.columns.map((name) => element('th', '', name)))),
      element('tbody', '', ...answer.rows.map((row) => element('tr', '', ...row.map((value) => element('td', '', value))))))));
  }
  target.replaceChildren(...parts);
};

$$('.console', place).forEach((one) => {
  const name = one.dataset.console;
  const sql = $('textarea', one);
  const target = $('.answer', one);
  const run = (text, button) => working(button, async () => {
    target.replaceChildren(element('p', 'busy', 'Running …'));
    const slow = setTimeout(() => target.replaceChildren(element('p', 'busy', 'It waits …')), 250);
    try {
      const answer = await post('/console', { session, console: name, sql: text });
      clearTimeout(slow);
      show(target, answer);
      done.push({ console: name, sql: text, answer });
      check();
    } catch (error) {
      clearTimeout(slow);
      trouble(target, error);
    }
  });
  $('[data-run-sql]', one).addEventListener('click', (event) => run(sql.value, event.currentTarget));
  $$('[data-sql]', one).forEach((button) => button.addEventListener('click', () => run(button.dataset.sql, button)));
  sql.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(sql.value, $('[data-run-sql]', one));
    }
  });
});

$$('[data-type]', place).forEach((button) => button.addEventListener('click', () => {
  const [name, text] = [button.dataset.into, button.dataset.type];
  const sql = $(`.console[data-console="${name}"] textarea`, place);
  sql.value = text;
  sql.focus();
}));
