import type { ThreadComment, ThreadAnswer } from '../model/thread.ts';
import { send } from '../../platform/browser/api.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/** What a note's page says of its thread. `lastSeen`: ISO time of the newest comment at the visit before, if there was one. */
export type PageThread = {
  note: string;
  owner: string;
  revision: number;
  count: number;
  before: string | null;
  next: string | null;
  locked: string | undefined;
  comments: ThreadComment[];
  lastSeen: string | undefined;
};

/** Reads the thread out of its page, so that what is there is not asked for again. */
function readPageThread(section: HTMLElement): PageThread {
  const { note = '', owner = '', revision, count, before, next, locked, seen } = section.dataset;
  return {
    note,
    owner,
    revision: Number(revision),
    count: Number(count),
    before: before ?? null,
    next: next ?? null,
    locked,
    comments: [...section.querySelectorAll<HTMLElement>('li.comment')].map(readComment),
    lastSeen: seen,
  };
}

function readComment(item: HTMLElement): ThreadComment {
  const above: string[] = [];
  for (let at: HTMLElement | null | undefined = item; at; at = at.parentElement?.closest<HTMLElement>('li.comment')) {
    above.unshift(idOf(at));
  }
  const { author, edited, parent, state } = item.dataset;
  const own = <T extends Element>(selector: string) => item.querySelector<T>(`:scope > ${selector}`);
  const link = own<HTMLAnchorElement>('.comment-by > a[dir]');
  const text = own<HTMLElement>('details > .prose');
  const gone = own<HTMLElement>('details > .comment-gone')?.textContent;
  return {
    id: idOf(item),
    parent: parent ?? above.at(-2) ?? null,
    path: above.map((id) => id.replaceAll('-', '')).join(''),
    depth: above.length - 1,
    author:
      author && link ? { id: author, handle: link.pathname.split('/').at(-1) ?? '', name: link.textContent } : null,
    html: text?.innerHTML ?? '',
    votes: Number(own('details > .comment-acts [data-votes]')?.textContent ?? 0),
    createdAt: own<HTMLTimeElement>('.comment-by time')?.dateTime ?? '',
    editedAt: edited ?? null,
    state: state === 'deleted' || state === 'hidden' ? state : 'shown',
    ...(state === 'hidden' && gone ? { reason: gone.replace(/^[^:]*:? ?/, '') } : {}),
  };
}

const idOf = (item: HTMLElement) => item.id.slice('c-'.length);

const regions = ['.comment-by', '.comment-acts', '.prose', '.thread-more', '.thread-head'];

/**
 * Remembers where in the thread the focus is, by comment and place within it. Gives what puts it there again once other
 * elements stand in the place of these, unless something else has taken it.
 */
export function keptFocus(thread: HTMLElement): () => void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !thread.contains(held)) return () => undefined;
  const id = held.closest('li.comment')?.id;
  const region = regions.find((selector) => held.closest(selector));
  const within = (root: ParentNode | null) => [
    ...(root?.querySelector(region ?? 'summary')?.querySelectorAll<HTMLElement>('a, button') ?? []),
  ];
  const root = () => (id ? document.getElementById(id) : thread);
  const at = within(root()).indexOf(held);
  const isItem = held.id === id;
  return () => {
    if (document.activeElement !== document.body) return;
    const whole = root();
    if (isItem) whole?.focus();
    else if (region) within(whole)[at]?.focus();
    else whole?.querySelector('summary')?.focus();
  };
}

/** What a reader asked of the page before its thread was alive. */
export type Intent =
  | { kind: 'comment' }
  | { kind: 'more' | 'earlier' }
  | { kind: 'vote' | 'show'; id: string }
  | { kind: 'reply'; id: string; quote: string };

/** What the hydrated thread begins with: the page, what is newer, the part that an address points to, and what was asked for. */
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
  // What is folded away takes no focus.
  const stops = (fresh.length > 0 ? fresh : all).filter((item) => item.checkVisibility());
  if (stops.length === 0) return;
  event.preventDefault();
  // From wherever in the thread one is: at a button of a comment, or at what one has just answered.
  const here = document.activeElement?.closest('#thread') ? document.activeElement : undefined;
  const lies = (item: HTMLElement, where: number) => ((here?.compareDocumentPosition(item) ?? 0) & where) > 0;
  const next = !here
    ? stops[0]
    : key === 'n'
      ? stops.find((item) => lies(item, Node.DOCUMENT_POSITION_FOLLOWING))
      : stops.findLast((item) => lies(item, Node.DOCUMENT_POSITION_PRECEDING));
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
