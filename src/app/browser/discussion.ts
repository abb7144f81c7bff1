import type { startThread } from '../../discussion/browser/thread-page.ts';
import { session } from '../../people/browser/session.ts';

/**
 * Makes a note's page interactive, and loads code only when it is needed: for a button when it is pressed, for comments newer
 * than the page when its thread comes near, for the comment that the address points to, for more comments at the end of the
 * thread, and for a person's own votes and saves once somebody is signed in.
 */
export function startDiscussion(): void {
  const actRows = [...document.querySelectorAll<HTMLElement>('[data-acts]')];
  const acts = actRows.at(-1);
  const thread = document.getElementById('thread');
  if (!acts || !thread) return;
  const withActs = () => import('../../reading/browser/note-acts.ts');
  let live: ReturnType<typeof startThread> | undefined;
  const withThread = async () => {
    const { startThread } = await import('../../discussion/browser/thread-page.ts');
    return (live ??= startThread(thread));
  };
  for (const row of actRows) {
    row.addEventListener('click', (event) => void withActs().then(({ press }) => press(acts, event.target)));
  }
  addEventListener('keydown', (event) => {
    if (event.key === 's') void withActs().then(({ pressByKey }) => pressByKey(acts, event));
  });
  void session.fetch().then(({ user }) => user && withActs().then(({ showMine }) => showMine(acts, user)));

  thread.addEventListener('click', (event) => {
    const pressed =
      event.target instanceof Element &&
      event.target.closest('button:not([data-report]), [data-comment], .thread-more a');
    if (!pressed || thread.dataset.live !== undefined) return;
    event.preventDefault();
    void withThread().then((live) => live.press(pressed));
  });
  const point = () => {
    const { hash } = location;
    if (!hash.startsWith('#c-') || document.getElementById(hash.slice(1))) return;
    void withThread().then((live) => live.point(hash.slice(3)));
  };
  addEventListener('hashchange', point);
  point();
  onceNear(thread, () => void withThread().then((live) => live.inView()));
  const more = thread.querySelector('[data-more]');
  if (!more) return;
  onceNear(more, () => {
    if (thread.dataset.live === undefined) void withThread().then((live) => live.press(more));
  });
}

function onceNear(place: Element, act: () => void) {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      act();
    },
    { rootMargin: '400px' },
  );
  watch.observe(place);
}
