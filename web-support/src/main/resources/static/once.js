// Everything works without this file; it only makes waiting easier to bear.
(() => {
  'use strict';

  // <form data-pending="Saving …"> (or on one of its buttons): the button says that it heard you. Correctness never depends on it: the key does that.
  document.addEventListener('submit', (event) => {
    const button = event.submitter || event.target.querySelector('button:not([type="button"])');
    const words = (button && button.dataset.pending) || event.target.dataset.pending;
    if (!words || !button || button.dataset.words) return;
    button.dataset.words = button.textContent;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = words;
  });

  // A page that comes back out of the browser's memory is not pending any more.
  window.addEventListener('pageshow', () => {
    document.querySelectorAll('button[data-words]').forEach((button) => {
      button.textContent = button.dataset.words;
      button.removeAttribute('aria-disabled');
      delete button.dataset.words;
    });
  });

  // <div id="events" data-refresh="2000">: the region is fetched again from this page's address while it is looked at.
  const refresh = async (region) => {
    const again = () => setTimeout(() => refresh(region), Math.max(500, Number(region.dataset.refresh) || 2000));
    if (document.hidden || region.contains(document.activeElement)) return again();
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
      if (answer.redirected) return location.assign(answer.url);
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(region.id);
        if (!fresh) return undefined;
        const ended = !fresh.dataset.refresh;
        if (fresh.innerHTML !== region.innerHTML) region.replaceChildren(...fresh.childNodes);
        if (ended) return undefined;
      }
    } catch {
      // The app is away; the next round finds it.
    }
    return again();
  };
  document.querySelectorAll('[data-refresh][id]').forEach((region) => {
    setTimeout(() => refresh(region), Number(region.dataset.refresh) || 2000);
  });
})();
