import type { ThreadAnswer } from '../model/thread.ts';
import { send } from '../../platform/browser/api.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';
import { readPageThread, type PageThread } from './thread-page.ts';

/** What a reader asked of the page before its thread was alive. */
export type Intent =
  { kind: 'comment' | 'more' } | { kind: 'vote'; id: string } | { kind: 'reply'; id: string; quote: string };

/** What the living thread begins with: the page, what is newer, and what was asked for. */
export type ThreadStart = { page: PageThread; news: ThreadAnswer | undefined; intent: Intent | undefined };

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
    start = { page: wanted.page, news: wanted.news ?? start?.news, intent: wanted.intent ?? start?.intent };
    show();
  }

  return {
    /** Once the thread comes into view: marks what is new to this reader, and asks for what is newer than the page. */
    async inView(): Promise<void> {
      markNew(section);
      const page = readPageThread(section);
      const [{ user }, answer] = await Promise.all([
        session.fetch(),
        send<ThreadAnswer>('GET', `/api/notes/${page.note}/comments?after=${page.revision}`),
      ]);
      const news = answer.ok ? answer.data : undefined;
      if (news) remember(page.note, newestOf(news.comments.map(({ createdAt }) => createdAt)));
      if (user || (news && news.comments.length + news.gone.length > 0)) begin({ page, news, intent: undefined });
    },
    /** Answers a press on the page as it was built. */
    async press(pressed: Element): Promise<void> {
      const intent = intentOf(pressed);
      // Who presses decides what the press does.
      await session.fetch();
      begin({ page: readPageThread(section), news: undefined, intent });
    },
  };
}

function intentOf(pressed: Element): Intent {
  const comment = pressed.closest<HTMLElement>('li.comment');
  const id = comment?.id.slice('c-'.length);
  const { dataset } = pressed as HTMLElement;
  if (!id) return { kind: 'more' in dataset ? 'more' : 'comment' };
  return 'vote' in dataset ? { kind: 'vote', id } : { kind: 'reply', id, quote: quotationFrom(comment) };
}

/** The thread came alive while a press waited to know who presses: what it was meant for is pressed there. */
function pressAgain(section: HTMLElement, intent: Intent | undefined) {
  if (!intent) return;
  const own = 'id' in intent ? document.getElementById(`c-${intent.id}`) : section;
  const place = {
    comment: '.thread-head button',
    more: '.thread-more button',
    vote: '[data-vote]',
    reply: '[data-reply]',
  };
  own?.querySelector<HTMLElement>(place[intent.kind])?.click();
}

const newestOf = (times: readonly string[]) => times.reduce((one, other) => (one > other ? one : other), '');

/** Marks the comments that came since this device was here, and remembers the newest. */
function markNew(section: HTMLElement) {
  const times = [...section.querySelectorAll<HTMLTimeElement>('.comment-by time')];
  const newest = newestOf(times.map((time) => time.dateTime));
  const seen = remember(section.dataset.note ?? '', newest);
  if (seen !== undefined) section.dataset.seen = seen;
  for (const time of times) {
    if (seen !== undefined && time.dateTime > seen)
      time.closest<HTMLElement>('li.comment')?.setAttribute('data-new', '');
  }
  addEventListener('keydown', jump, { capture: true });
}

/** Keeps what is the newest now, and gives what was it at the visit before; undefined at the first one. */
function remember(note: string, newest: string): string | undefined {
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
