import type { ThreadAnswer, ThreadComment, ThreadSort } from '../model/thread.ts';
import { send } from '../../platform/browser/api.ts';
import { device } from '../../platform/browser/device-storage.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { session } from '../../people/browser/session.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/** The thread as a note's page has it. `lastSeen`: ISO time of the newest comment at the previous visit, if there was one. */
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

/** Reads the thread from its page, so that what is there is not requested again. */
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

const regions = ['.comment-by', '.comment-acts', '.prose', '.thread-more', '.thread-head', '.thread-orders'];

/**
 * Remembers where in the thread the focus is, by comment and place within it. Returns a function that restores it once
 * other elements have replaced these, unless something else has taken the focus.
 */
export function keptFocus(thread: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !thread.contains(focused)) return () => undefined;
  const id = focused.closest('li.comment')?.id;
  const region = regions.find((selector) => focused.closest(selector));
  const within = (root: ParentNode | null) => [
    ...(root?.querySelector(region ?? 'summary')?.querySelectorAll<HTMLElement>('a, button') ?? []),
  ];
  const root = () => (id ? document.getElementById(id) : thread);
  const at = within(root()).indexOf(focused);
  const isItem = focused.id === id;
  return () => {
    if (document.activeElement !== document.body) return;
    const whole = root();
    if (isItem) whole?.focus();
    else if (region) within(whole)[at]?.focus();
    else whole?.querySelector('summary')?.focus();
  };
}

/** What a reader did on the page before its thread was hydrated. */
export type Intent =
  | { kind: 'comment' }
  | { kind: 'more' | 'earlier' }
  | { kind: 'vote' | 'show'; id: string }
  | { kind: 'sort'; sort: ThreadSort }
  | { kind: 'reply'; id: string; quote: string };

/**
 * What the hydrated thread starts with: the page, newer changes, the part that an address points to, and the reader's
 * action.
 */
export type ThreadStart = {
  page: PageThread;
  news: ThreadAnswer | undefined;
  part: ThreadAnswer | undefined;
  intent: Intent | undefined;
};

/** Hydrates the thread of a page. What it starts with is collected until its view is loaded. */
export function startThread(section: HTMLElement) {
  let start: ThreadStart | undefined;
  const show = lazyView(section.id, async () => {
    const { mount } = await import('../views/LiveThread.tsx');
    return { mount: (place) => start && mount(place, start) };
  });

  function begin(wanted: ThreadStart) {
    if (section.dataset.live !== undefined) return pressAgain(section, wanted.intent);
    // A press and scrolling near may both start the thread before it is hydrated: neither loses what it collected.
    const { page, news = start?.news, part = start?.part, intent = start?.intent } = wanted;
    start = { page, news, part, intent };
    show();
  }

  return {
    /** Once the thread comes into view: marks what is new to this reader, and loads what is newer than the page. */
    async inView(): Promise<void> {
      addEventListener('keydown', jump, { capture: true });
      const { note, revision, comments } = readPageThread(section);
      const [{ user }, answer] = await Promise.all([
        session.fetch(),
        send<ThreadAnswer>('GET', `/api/notes/${note}/comments?after=${revision}`),
      ]);
      const news = answer.ok ? answer.data : undefined;
      // Of the whole thread: the rest of a long one counts as seen too. All comments are newer than a visit without any.
      const newest = news ? (news.newest ?? new Date(0).toISOString()) : newestOf(comments);
      if (newest) markNew(section, await lastSeen(note, newest, user !== undefined));
      const page = readPageThread(section);
      if (user || (news && news.comments.length + news.gone.length > 0))
        begin({ page, news, part: undefined, intent: undefined });
    },
    /** Handles a press on the page as it was built. */
    async press(pressed: Element): Promise<void> {
      const intent = intentOf(pressed);
      // What the press does depends on the user.
      await session.fetch();
      begin({ page: readPageThread(section), news: undefined, part: undefined, intent });
    },
    /** Loads and shows the part of the thread with the comment that the address points to. */
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
  if ('sort' in dataset) return { kind: 'sort', sort: dataset.sort as ThreadSort };
  if (!id) return { kind: 'more' in dataset ? 'more' : 'comment' };
  return 'vote' in dataset ? { kind: 'vote', id } : { kind: 'reply', id, quote: quotationFrom(comment) };
}

/** The thread was hydrated while a press waited for the session: its target is pressed there. */
function pressAgain(section: HTMLElement, intent: Intent | undefined) {
  if (!intent || intent.kind === 'show') return;
  const own = 'id' in intent ? document.getElementById(`c-${intent.id}`) : section;
  const place = {
    comment: '.thread-head button',
    more: ':scope > .thread-more button',
    earlier: 'li.thread-more button',
    sort: `[data-sort=${'sort' in intent && intent.sort}]`,
    vote: '[data-vote]',
    reply: '[data-reply]',
  };
  own?.querySelector<HTMLElement>(place[intent.kind])?.click();
}

const newestOf = (comments: readonly ThreadComment[]) =>
  comments.reduce((newest, { createdAt }) => (newest > createdAt ? newest : createdAt), '');

/** Marks the comments that are newer than the last visit. */
function markNew(section: HTMLElement, seen: string | undefined) {
  if (seen === undefined) return;
  section.dataset.seen = seen;
  for (const time of section.querySelectorAll<HTMLTimeElement>('.comment-by time')) {
    if (time.dateTime > seen) time.closest<HTMLElement>('li.comment')?.setAttribute('data-new', '');
  }
}

/**
 * Stores the newest comment's time, and returns the one stored at the previous visit; undefined at the first. A signed-in
 * person's visits are stored with their account, those of others on the device.
 */
async function lastSeen(note: string, newest: string, isSignedIn: boolean): Promise<string | undefined> {
  if (isSignedIn) {
    const answer = await send<{ before: string | null }>('PUT', `/api/notes/${note}/visit`, { seen: newest });
    if (answer.ok) return answer.data.before ?? undefined;
  }
  const key = `commonplace:seen:${note}`;
  const before = device.read(key);
  if (newest > (before ?? '')) device.write(key, newest);
  return before;
}

/** `n` and `p` move to the next and previous comment; to new ones only, if there are any. */
function jump(event: KeyboardEvent) {
  const { key } = event;
  if ((key !== 'n' && key !== 'p') || !isFreeKey(event) || !shortcutsOn()) return;
  const all = [...document.querySelectorAll<HTMLElement>('#thread li.comment')];
  const fresh = all.filter((item) => 'new' in item.dataset);
  // Folded comments cannot take the focus.
  const stops = (fresh.length > 0 ? fresh : all).filter((item) => item.checkVisibility());
  if (stops.length === 0) return;
  event.preventDefault();
  // From wherever in the thread the focus is: at a button of a comment, or at a reply that was just sent.
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

/** The selected text of this comment, as a Markdown quotation to reply to; empty if nothing is selected. */
export function quotationFrom(comment: HTMLElement | null): string {
  const selection = getSelection();
  const within = comment?.querySelector('.prose');
  const text = selection?.toString().trim();
  if (!text || !within || !selection?.anchorNode || !within.contains(selection.anchorNode)) return '';
  return `${text.replace(/^/gm, '> ')}\n\n`;
}
