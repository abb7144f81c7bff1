import type { ThreadComment } from '../model/thread.ts';

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
export function readPageThread(section: HTMLElement): PageThread {
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
