import type { ThreadAnswer } from '../model/thread.ts';
import { send } from '../../platform/browser/api.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { readPageThread, type PageThread } from './thread-page.ts';

/** What a reader asked of the page before its thread was alive. */
export type Intent =
  | { kind: 'comment' }
  | { kind: 'more' | 'earlier' }
  | { kind: 'vote' | 'show'; id: string }
  | { kind: 'reply'; id: string; quote: string };

/** What the living thread begins with: the page, what is newer, the part that an address points to, and what was asked for. */
export type ThreadStart = {
  page: PageThread;
  news: ThreadAnswer | undefined;
  part: ThreadAnswer | undefined;
  intent: Intent | undefined;
};

/** Brings the thread of a page to life: what it begins with is gathered until its view has come. */
export function startThread(section: HTMLElement) {
  let start: ThreadStart | undefined;
  const show = lazyView(section.id, async () => {
    const { mount } = await import('../views/LiveThread.tsx');
    return { mount: (place) => start && mount(place, start) };
  });

  function begin(wanted: ThreadStart) {
    if (section.dataset.live !== undefined) return pressAgain(section, wanted.intent);
    // A press and the coming near may both ask before the thread is alive: neither loses what it brings.
    const { page, news = start?.news, part = start?.part, intent = start?.intent } = wanted;
    start = { page, news, part, intent };
    show();
  }

  return {
    /** Once the thread comes into view: marks what is new to this reader, and asks for what is newer than the page. */
    async inView(): Promise<void> {
      addEventListener('keydown', jump, { capture: true });
      const { note, revision, comments } = readPageThread(section);
      const [{ user }, answer] = await Promise.all([
        session.fetch(),
        send<ThreadAnswer>('GET', `/api/notes/${note}/comments?after=${revision}`),
      ]);
      const news = answer.ok ? answer.data : undefined;
      const newest = newestOf([...comments, ...(news?.comments ?? [])].map(({ createdAt }) => createdAt));
      if (newest) markNew(section, await lastSeen(note, newest, user !== undefined));
      const page = readPageThread(section);
      if (user || (news && news.comments.length + news.gone.length > 0))
        begin({ page, news, part: undefined, intent: undefined });
    },
    /** Answers a press on the page as it was built. */
    async press(pressed: Element): Promise<void> {
      const intent = intentOf(pressed);
      // Who presses decides what the press does.
      await session.fetch();
      begin({ page: readPageThread(section), news: undefined, part: undefined, intent });
    },
    /** Loads the part of the thread in which a comment is to which the address points, and shows it. */
    async point(id: string): Promise<void> {
      if (section.dataset.live !== undefined) return;
      const page = readPageThread(section);
      const [answer] = await Promise.all([
        send<ThreadAnswer>('GET', `/api/notes/${page.note}/comments?around=${id}`),
        session.fetch(),
      ]);
      begin({ page, news: undefined, part: answer.ok ? answer.data : undefined, intent: { kind: 'show', id } });
    },
  };
}

function intentOf(pressed: Element): Intent {
  const comment = pressed.closest<HTMLElement>('li.comment');
  const id = comment?.id.slice('c-'.length);
  const { dataset } = pressed as HTMLElement;
  if ('earlier' in dataset) return { kind: 'earlier' };
  if (!id) return { kind: 'more' in dataset ? 'more' : 'comment' };
  return 'vote' in dataset ? { kind: 'vote', id } : { kind: 'reply', id, quote: quotationFrom(comment) };
}

/** The thread came alive while a press waited to know who presses: what it was meant for is pressed there. */
function pressAgain(section: HTMLElement, intent: Intent | undefined) {
  if (!intent || intent.kind === 'show') return;
  const own = 'id' in intent ? document.getElementById(`c-${intent.id}`) : section;
  const place = {
    comment: '.thread-head button',
    more: ':scope > .thread-more button',
    earlier: 'li.thread-more button',
    vote: '[data-vote]',
    reply: '[data-reply]',
  };
  own?.querySelector<HTMLElement>(place[intent.kind])?.click();
}

const newestOf = (times: readonly string[]) => times.reduce((one, other) => (one > other ? one : other), '');

/** Marks the comments that came since. */
function markNew(section: HTMLElement, seen: string | undefined) {
  if (seen === undefined) return;
  section.dataset.seen = seen;
  for (const time of section.querySelectorAll<HTMLTimeElement>('.comment-by time')) {
    if (time.dateTime > seen) time.closest<HTMLElement>('li.comment')?.setAttribute('data-new', '');
  }
}

/**
 * Keeps what is the newest now, and gives what was it at the visit before; undefined at the first one. A person's visits
 * are kept with their account, those of others on the device.
 */
async function lastSeen(note: string, newest: string, isSignedIn: boolean): Promise<string | undefined> {
  if (isSignedIn) {
    const kept = await send<{ before: string | null }>('PUT', `/api/notes/${note}/visit`, { seen: newest });
    if (kept.ok) return kept.data.before ?? undefined;
  }
  const key = `commonplace:seen:${note}`;
  const before = device.read(key);
  if (newest > (before ?? '')) device.write(key, newest);
  return before;
}

/** `n` and `p` move to the next and previous comment, of the new ones where there are any. */
function jump(event: KeyboardEvent) {
  const { key } = event;
  if ((key !== 'n' && key !== 'p') || !isFreeKey(event) || !shortcutsOn()) return;
  const all = [...document.querySelectorAll<HTMLElement>('#thread li.comment')];
  const fresh = all.filter((item) => 'new' in item.dataset);
  const stops = fresh.length > 0 ? fresh : all;
  if (stops.length === 0) return;
  event.preventDefault();
  const now = stops.findIndex((item) => item === document.activeElement);
  const next = stops[now < 0 ? 0 : now + (key === 'n' ? 1 : -1)];
  if (!next) return;
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'center' });
}

/** What is selected within the text of this comment, as a Markdown quotation to answer; empty where nothing is. */
export function quotationFrom(comment: HTMLElement | null): string {
  const selection = getSelection();
  const within = comment?.querySelector('.prose');
  const text = selection?.toString().trim();
  if (!text || !within || !selection?.anchorNode || !within.contains(selection.anchorNode)) return '';
  return `${text.replace(/^/gm, '> ')}\n\n`;
}
