// A lesson's run, predict and quiz blocks, made of plain Markdown by their shape; progress stays in this browser.
import { $, $$, element, post, side, trouble, working } from './lab.js';

const KEY = 'once.learn';
const progress = () => JSON.parse(localStorage.getItem(KEY) || '{}');
const keep = (slug, change) => {
  const all = progress();
  all[slug] = { right: [], ran: [], ...all[slug] };
  change(all[slug]);
  localStorage.setItem(KEY, JSON.stringify(all));
};
const add = (list, value) => { if (!list.includes(value)) list.push(value); };

const lesson = $('[data-lesson-page]');
const slug = lesson && lesson.dataset.lessonPage;

const begins = (block, word) => block && block.textContent.trim().startsWith(word) && $('strong', block);

// A list of choices becomes radio buttons; `chosen` is told the place of the one that was chosen.
const choices = (list, name, question, chosen) => {
  const options = $$(':scope > li', list).map((item, i) => {
    const radio = element('input');
    Object.assign(radio, { type: 'radio', name, value: i });
    radio.addEventListener('change', () => chosen(i, item.textContent.trim()));
    return element('label', '', radio, ...item.cloneNode(true).childNodes);
  });
  const set = element('fieldset', 'choices ask', element('legend', '', ...question), ...options);
  list.replaceWith(set);
  return set;
};

// Predict: asks before the run beside it may be pressed.

const predictions = new Map();
$$('blockquote', lesson || undefined).filter((block) => lesson && begins(block, 'Predict.')).forEach((block, n) => {
  const words = $('p', block);
  const list = $('ul', block);
  const run = block.nextElementSibling;
  if (!list || !run || !run.dataset.run) return;
  run.classList.add('unseen');
  const note = element('p', 'because', 'Choose first, then run it.');
  note.setAttribute('role', 'status');
  choices(list, `predict-${n}`, [...words.childNodes], (i, text) => {
    predictions.set(run, text);
    note.textContent = 'Now run it.';
    const button = $('button', run.parentElement);
    if (button) button.removeAttribute('aria-disabled');
  });
  words.remove();
  block.classList.add('predict');
  block.append(note);
});

// Run: the same trial that the text quotes, with its timeline beside the prose. One story is open at a time.

const folded = (part, open) => {
  const steps = $('.stepped', part);
  const details = element('details', '', element('summary', '', 'Timeline of two workers'));
  details.open = open;
  steps.replaceWith(details);
  details.append(steps);
  return part;
};

if (lesson && lesson.dataset.demo === 'true') {
  $$('pre[data-run]', lesson).forEach((block) => {
    const button = element('button', 'small', 'Run it');
    button.type = 'button';
    const result = element('div', 'run-result');
    result.setAttribute('aria-live', 'polite');
    const frame = element('div', 'run');
    block.replaceWith(frame);
    frame.append(element('p', 'row', button), block, result);
    if (block.classList.contains('unseen')) button.setAttribute('aria-disabled', 'true');
    button.addEventListener('click', () => working(button, async () => {
      try {
        const comparison = await post(`/trials/${block.dataset.run}?sends=25`);
        const said = predictions.get(block);
        block.classList.remove('unseen');
        $$('.run-result details', lesson).forEach((story) => { story.open = false; });
        const parts = [folded(side('Broken', 'wrong', comparison.wrong, comparison), true), folded(side('Right', 'right', comparison.right, comparison), false)];
        if (said) parts.unshift(element('p', 'because', said.split(' ')[0] === String(comparison.wrong.number) ? `You said ${said}, and so it is.` : `You said ${said}. It is ${comparison.wrong.number}.`));
        result.replaceChildren(...parts);
        keep(slug, (mine) => add(mine.ran, block.dataset.run));
      } catch (error) {
        trouble(result, error);
      }
    }));
  });
} else {
  $$('pre.unseen').forEach((block) => block.classList.remove('unseen'));
}

// Quiz: the right answer stands in bold at the head of its explanation.

const questions = lesson ? $$('p', lesson).filter((block) => begins(block, 'Question.')) : [];
questions.forEach((block, n) => {
  const list = block.nextElementSibling;
  const details = list && list.nextElementSibling;
  if (!details || !details.matches('details')) return;
  const right = parseInt($('strong', details).textContent, 10) - 1;
  const note = element('p', 'because');
  note.setAttribute('role', 'status');
  const answered = (i) => {
    note.textContent = i === right ? 'Yes.' : 'No. Look at the answer, or try again.';
    note.className = `because ${i === right ? 'good' : 'bad'}`;
    if (i === right) {
      details.open = true;
      keep(slug, (mine) => add(mine.right, n));
      showProgress();
    }
  };
  const set = choices(list, `question-${n}`, [...block.childNodes], answered);
  block.remove();
  set.after(note);
  if (((progress()[slug] || {}).right || []).includes(n)) {
    $$('input', set)[right].checked = true;
    answered(right);
  }
});

function showProgress() {
  const place = $('[data-progress]');
  if (!place || !lesson) return;
  const mine = progress()[slug] || { right: [] };
  place.textContent = questions.length ? `${mine.right.length} of ${questions.length} questions answered` : '';
};
showProgress();

// The path: what is behind you.

$$('[data-lesson]').forEach((item) => {
  const mine = progress()[item.dataset.lesson];
  const all = Number(item.dataset.questions);
  if (!mine) return;
  const badge = $('.badge', item);
  badge.hidden = false;
  badge.textContent = mine.right.length >= all ? 'done' : `${mine.right.length} of ${all}`;
  badge.classList.add(mine.right.length >= all ? 'good' : 'warn');
});
const bar = $('#path-progress');
if (bar) {
  const items = $$('[data-lesson]');
  const finished = items.filter((item) => $('.badge', item).classList.contains('good')).length;
  bar.hidden = false;
  $('progress', bar).value = finished;
  $('span', bar).textContent = `${finished} of ${items.length} lessons`;
}
