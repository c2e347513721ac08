// The form of /docs: sends a request as often as you like, and says whether the answers are the same bytes.
(() => {
  'use strict';

  const field = (id) => document.getElementById(id);
  const [form, operation, path, token, key, body, answers] =
    ['trial', 'operation', 'path', 'token', 'key', 'body', 'answers'].map(field);
  const made = {};
  const first = {};

  const chosen = () => operation.selectedOptions[0].dataset;

  const choose = () => {
    const kind = chosen().path.split('/')[2];
    path.value = chosen().path.replace('{id}', made[kind] || '{id}');
    body.value = chosen().body && JSON.stringify(JSON.parse(chosen().body), null, 2);
    body.disabled = !chosen().body;
    renew();
  };

  const renew = () => {
    key.value = chosen().keyed === 'true' ? `"${Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('-')}"` : '';
  };

  const add = (text, element) => {
    const line = document.createElement(element);
    line.textContent = text;
    return line;
  };

  const send = async () => {
    const headers = { Accept: 'application/json, text/csv, application/problem+json' };
    if (token.value) headers.Authorization = `Bearer ${token.value}`;
    if (key.value) headers['Idempotency-Key'] = key.value;
    if (body.value) headers['Content-Type'] = 'application/json';
    const entry = document.createElement('section');
    entry.className = 'card';
    try {
      const answer = await fetch(path.value, { method: chosen().method, headers, body: body.value || undefined, cache: 'no-store' });
      const text = await answer.text();
      const place = (answer.headers.get('Location') || '').split('/');
      if (place.length === 4) made[place[2]] = place[3];
      const shown = ['Location', 'Idempotent-Replayed', 'Idempotency-Key-Expires', 'Retry-After', 'X-Request-Id']
        .filter((name) => answer.headers.get(name)).map((name) => `${name}: ${answer.headers.get(name)}`);
      entry.append(add(`${answer.status} ${chosen().method} ${path.value}`, 'h3'), add([...shown, '', text].join('\n').trim(), 'pre'));
      entry.lastChild.tabIndex = 0;
      if (key.value && key.value in first) {
        entry.append(add(first[key.value] === text ? 'The same bytes as the first answer to this key.' : 'Not the first answer to this key.', 'p'));
      } else if (key.value && answer.ok) {
        first[key.value] = text;
      }
    } catch (failure) {
      entry.append(add(`No answer: ${failure.message}. Send it again with the same key.`, 'p'));
    }
    answers.prepend(entry);
  };

  operation.addEventListener('change', choose);
  field('fresh').addEventListener('click', renew);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await send();
    if (event.submitter && event.submitter.id === 'twice') await send();
  });
  choose();
  form.hidden = false;
})();
