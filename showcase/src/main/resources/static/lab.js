// What the showcase's pages share: asking this machine, making elements, timelines. Nothing comes from outside.
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// Text only ever becomes text: nothing from a server is parsed as HTML.
export const element = (name, className, ...children) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

export const ask = async (url, options = {}) => {
  const answer = await fetch(url, { headers: { Accept: 'application/json', ...(options.headers || {}) }, cache: 'no-store', ...options });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.detail || body.title || `The showcase answered ${answer.status}.`);
  return body;
};
export const post = (url, body) => ask(url, body === undefined
  ? { method: 'POST' }
  : { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });

// While it works a button says so, and takes no second click.
export const working = async (button, work) => {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-disabled');
  }
};

export const trouble = (place, error) => place.replaceChildren(element('p', 'error', error.message || String(error)));
export const counted = (number, words) => (number === 1 ? words.replace(/s( |$)/, '$1') : words);
export const heard = (answers) => `Senders heard ${Object.entries(answers).map(([status, times]) => `${status} × ${times}`).join(', ')}`;

export const cell = (step) => element('td', step.kind.toLowerCase(), step.words);
export const timeline = (steps, name) => {
  const body = element('tbody');
  steps.forEach((step) => {
    const row = element('tr', '', element('td', '', `${(step.micros / 1000).toFixed(1)} ms`));
    if (step.worker < 0) {
      const world = cell(step);
      world.colSpan = 2;
      row.append(world);
    } else {
      row.append(...(step.worker === 0 ? [cell(step), element('td')] : [element('td'), cell(step)]));
    }
    body.append(row);
  });
  const caption = element('caption', 'skip', `Timeline of two workers, ${name}`);
  const head = element('thead', '', element('tr', '', ...['', 'Worker A', 'Worker B'].map((text) => {
    const th = element(text ? 'th' : 'td', '', text);
    if (text) th.scope = 'col';
    return th;
  })));
  return element('table', 'timeline', caption, head, body);
};

// One step at a time, by slider, buttons or arrow keys, with what everybody knows then.
export const stepper = (steps, name) => {
  const table = timeline(steps, name);
  const rows = $$('tbody tr', table);
  const slider = element('input');
  Object.assign(slider, { type: 'range', min: 1, max: steps.length, value: steps.length });
  slider.setAttribute('aria-label', `Step through the timeline, ${name}`);
  const back = element('button', 'small second', '‹');
  const on = element('button', 'small second', '›');
  back.setAttribute('aria-label', `One step back, ${name}`);
  on.setAttribute('aria-label', `One step on, ${name}`);
  back.type = 'button';
  on.type = 'button';
  const place = element('output', 'quiet');
  const knows = element('dl', 'knows');
  const said = (worker, until) => (steps.slice(0, until).filter((step) => step.worker === worker).pop() || { words: 'nothing yet' }).words;
  const show = () => {
    const now = Number(slider.value);
    rows.forEach((row, i) => {
      row.classList.toggle('later', i >= now);
      row.classList.toggle('now', i === now - 1);
    });
    place.textContent = `${now} of ${steps.length}`;
    knows.replaceChildren(...[['Worker A', said(0, now)], ['Worker B', said(1, now)], ['Everybody sees', steps[now - 1].database]]
      .flatMap(([who, what]) => [element('dt', '', who), element('dd', '', what)]));
  };
  const move = (by) => { slider.value = Number(slider.value) + by; show(); };
  slider.addEventListener('input', show);
  back.addEventListener('click', () => move(-1));
  on.addEventListener('click', () => move(1));
  show();
  return element('div', 'stepped', element('div', 'stepper', back, slider, on, place), knows, table);
};

export const side = (name, look, result, comparison) => element('div', look,
  element('p', 'side-name', name),
  element('p', 'figure', String(result.number)),
  element('p', 'quiet', `${counted(result.number, comparison.counted)}. ${heard(result.answers)}.${comparison.counted.startsWith('mail') ? ` Inside the database: ${result.booked} ${counted(result.booked, 'payments')}.` : ''}`),
  result.timeline.length ? stepper(result.timeline, name) : '');
