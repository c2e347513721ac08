// The page's buttons.
import { $, $$, ask, counted, element, heard, post, side, trouble, working } from './lab.js';

// One payment, 25 times

const fill = (side, result, comparison, most) => {
  $('[data-number]', side).textContent = result.number;
  $('[data-words]', side).textContent = counted(result.number, comparison.counted);
  $('[data-answers]', side).textContent = `${heard(result.answers)}.`;
  const bar = $('.bar', side);
  bar.setAttribute('aria-label', `${result.number} of ${comparison.sends}`);
  $('span', bar).style.width = `${Math.max(result.number ? 1.5 : 0, (100 * result.number) / most)}%`;
};

const versus = $('#versus');
const choice = $('#hero-variant');
$('#send-25').addEventListener('click', (event) => working(event.currentTarget, async () => {
  try {
    const comparison = await post(`/trials/${choice.value}?sends=25&timeline=false`);
    $('[data-side="wrong"] [data-name]').textContent = choice.selectedOptions[0].textContent;
    fill($('[data-side="right"]', versus), comparison.right, comparison, comparison.sends);
    fill($('[data-side="wrong"]', versus), comparison.wrong, comparison, comparison.sends);
  } catch (error) {
    $$('[data-answers]', versus).forEach((place) => { place.textContent = error.message; });
  }
}));

// The columns

const HEALTH = { HEALTHY: ['running', 'good'], STARTING: ['starting …', 'warn'], DEAD: ['down', 'bad'] };
const seen = new Set();

const ledgerRow = (row) => {
  const scope = element('span', 'scope', row.scope);
  const key = element('code', '', row.key);
  const line = element('li', '', scope, key, element('span', 'quiet', row.at));
  line.title = `${row.scope} / ${row.key}: ${row.what}`;
  return line;
};

const showLive = (live) => {
  const column = $(`[data-app="${live.app}"]`);
  const [words, look] = HEALTH[live.health];
  const badge = $('[data-health]', column);
  badge.textContent = live.starts > 1 ? `${words}, start ${live.starts}` : words;
  badge.className = `badge ${look}`;

  const ledger = $('[data-ledger]', column);
  if (live.rows.length === 0) {
    ledger.replaceChildren(element('li', '', element('span', 'quiet', 'nothing yet')));
  } else {
    const first = !ledger.dataset.filled;
    ledger.replaceChildren(...live.rows.map((row) => {
      const line = ledgerRow(row);
      const id = `${live.app} ${row.scope} ${row.key}`;
      if (!first && !seen.has(id)) line.classList.add('new');
      seen.add(id);
      return line;
    }));
    ledger.dataset.filled = 'yes';
  }

  const counters = Object.entries(live.counters).filter(([, count]) => count > 0)
    .map(([name, count]) => element('span', `badge ${name === 'failed' ? 'bad' : name === 'claimed' ? 'good' : ''}`, `${name.replace('_', ' ')} ${count}`));
  $('[data-counters]', column).replaceChildren(...(counters.length ? counters : [element('span', 'quiet', live.health === 'HEALTHY' ? 'no attempts yet' : '…')]));
  showStory($('[data-story]', column), live.story);
};

const showStory = (place, story) => {
  if (!place || !story) return;
  const text = JSON.stringify([story.phase, story.accepted, story.effects, story.over, Math.round(story.secondsSinceKill), story.secondsToGo]);
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  place.hidden = false;
  const parts = [element('p', story.over ? `verdict ${story.good ? 'good' : 'bad'}` : '', story.phase)];
  const progress = element('progress');
  progress.max = story.attempts;
  progress.value = story.accepted;
  progress.setAttribute('aria-label', 'accepted attempts');
  parts.push(progress, element('p', 'quiet', `${story.accepted} of ${story.attempts} accepted, ${story.sends} sends${story.secondsSinceKill ? `, ${story.secondsSinceKill.toFixed(0)} s since the kill` : ''}`));
  if (story.secondsToGo > 0) parts.push(element('p', 'countdown', `Its jobs are found in ${story.secondsToGo} s at the earliest.`));
  place.replaceChildren(...parts);
};

const REPEATS = /duplicate|replayed/;
const showOutcome = (place, shown) => {
  const dots = element('ul', 'dots', ...shown.replies.map((reply) => {
    const kind = reply.status === 0 ? 'none' : !reply.accepted ? 'wait' : REPEATS.test(reply.words) ? 'again' : '';
    const dot = element('li', kind, reply.status === 0 ? 'cut' : String(reply.status));
    dot.title = `${reply.words}, ${reply.millis} ms`;
    return dot;
  }));
  const words = new Map();
  shown.replies.forEach((reply) => {
    const text = `${reply.status || ''} ${reply.words}`.trim();
    words.set(text, (words.get(text) || 0) + 1);
  });
  place.replaceChildren(
    element('p', '', element('span', 'figure', String(shown.effects)), ` ${counted(shown.effects, shown.effectName)} from ${shown.replies.length} sends`),
    dots,
    element('p', 'quiet', [...words].map(([text, times]) => `${times} × ${text}`).join(', ')),
    ...(shown.note ? [element('p', '', shown.note)] : []));
};

$$('.column').forEach((column) => {
  const app = column.dataset.app;
  const place = $('[data-outcome]', column);
  $$('[data-do]', column).forEach((button) => button.addEventListener('click', () => working(button, async () => {
    try {
      if (button.dataset.do === 'kill') {
        await post(`/surfaces/${app}/kill`);
        place.replaceChildren();
      } else {
        const times = Number($('[data-times]', column).value) || 25;
        const query = button.dataset.do === 'attempts' ? `?times=${times}` : '';
        place.replaceChildren(element('p', 'busy', app === 'jobs' ? 'Sent; the work goes on behind the answer …' : 'Sending …'));
        showOutcome(place, await post(`/surfaces/${app}/${button.dataset.do}${query}`));
      }
      await look();
    } catch (error) {
      trouble(place, error);
    }
  })));
});

const wide = $('#wide-code');
$$('[data-wider]').forEach((button) => button.addEventListener('click', () => {
  const details = button.closest('details');
  $('#wide-code-name').textContent = $('summary', details).textContent;
  $('code', wide).textContent = $('code', details).textContent;
  wide.showModal();
}));

const look = async () => (await ask('/surfaces')).forEach(showLive);
const keepLooking = async () => {
  try {
    if (!document.hidden) await look();
  } catch {
    $$('[data-health]').forEach((badge) => { badge.textContent = 'the showcase is away'; badge.className = 'badge bad'; });
  }
  setTimeout(keepLooking, 1500);
};
if ($('#columns').dataset.live === 'true') keepLooking();

// The broken ones

const run = async (variant) => {
  const comparison = await post(`/trials/${variant.dataset.slug}?sends=25`);
  $('[data-numbers]', variant).replaceChildren(
    element('strong', '', String(comparison.wrong.number)), ` ${counted(comparison.wrong.number, comparison.counted)}; right: `,
    element('strong', '', String(comparison.right.number)));
  $('[data-result]', variant).replaceChildren(element('div', 'compared',
    side('Right', 'right', comparison.right, comparison), side('Broken', 'wrong', comparison.wrong, comparison)));
};

$$('.variant').forEach((variant) => {
  const button = $('[data-run]', variant);
  if (button) {
    button.addEventListener('click', () => working(button, () => run(variant).catch((error) => trouble($('[data-result]', variant), error))));
  }
});
const all = $('#run-all');
if (all) {
  all.addEventListener('click', () => working(all, async () => {
    const variants = $$('.variant');
    for (const [i, variant] of variants.entries()) {
      $('#run-all-note').textContent = `${i + 1} of ${variants.length}`;
      await run(variant).catch((error) => trouble($('[data-result]', variant), error));
    }
    $('#run-all-note').textContent = 'All did their damage; the right one came through clean.';
  }));
}
const openTarget = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.matches('details')) target.open = true;
};
window.addEventListener('hashchange', openTarget);
openTarget();

// Drills

const keys = $('#drill-keys');
keys.addEventListener('change', (event) => {
  const question = event.target.closest('li');
  const because = $('.because', question);
  const right = event.target.value === question.dataset.answer;
  because.hidden = false;
  because.dataset.words = because.dataset.words || because.textContent;
  because.textContent = `${right ? 'Yes. ' : `No, ${question.dataset.answer}. `}${because.dataset.words}`;
  because.className = `because ${right ? 'good' : 'bad'}`;
  const questions = $$('li', keys);
  const answered = questions.map((one) => [one.dataset.answer, ($('input:checked', one) || {}).value]).filter(([, given]) => given);
  $('[data-score]', keys).textContent = `${answered.filter(([answer, given]) => answer === given).length} of ${answered.length} right${answered.length < questions.length ? `, ${questions.length - answered.length} to go` : '.'}`;
});

$$('#drill-births [data-answer]').forEach((field) => $('select', field).addEventListener('change', (event) => {
  const right = event.target.value === field.dataset.answer;
  const hint = $('.hint', field);
  hint.textContent = !event.target.value ? '' : right ? 'Yes.' : 'No: who owns this attempt?';
  hint.className = `hint ${right ? 'good' : 'bad'}`;
}));
