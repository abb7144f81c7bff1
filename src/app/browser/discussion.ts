import type { startThread } from '../../discussion/browser/thread-page.ts';
import { session } from '../../people/browser/session.ts';

/**
 * Brings a note's page to life as far as a reader wants: what a press needs is fetched by the press, what is newer than
 * the page once its thread comes near, the part of the thread that the address points to, what follows the thread's top once one has read to its end, and what is a person's own once it is known that someone is signed in.
 */
export function startDiscussion(): void {
  const both = [...document.querySelectorAll<HTMLElement>('[data-acts]')];
  const acts = both.at(-1);
  const thread = document.getElementById('thread');
  if (!acts || !thread) return;
  const withActs = () => import('../../reading/browser/note-acts.ts');
  let live: ReturnType<typeof startThread> | undefined;
  const withThread = async () => {
    const { startThread } = await import('../../discussion/browser/thread-page.ts');
    return (live ??= startThread(thread));
  };
  for (const row of both) {
    row.addEventListener('click', (event) => void withActs().then(({ press }) => press(acts, event.target)));
  }
  addEventListener('keydown', (event) => {
    if (event.key === 's') void withActs().then(({ pressByKey }) => pressByKey(acts, event));
  });
  void session.fetch().then(({ user }) => user && withActs().then(({ showMine }) => showMine(acts, user)));

  thread.addEventListener('click', (event) => {
    const asked =
      event.target instanceof Element &&
      event.target.closest('button:not([data-report]), [data-comment], .thread-more a');
    if (!asked || thread.dataset.live !== undefined) return;
    event.preventDefault();
    void withThread().then((live) => live.press(asked));
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
