import type { ThreadComment } from '../model/thread.ts';

/** What a note's page says of its thread. `lastSeen`: ISO time of the newest comment at the visit before, if there was one. */
export type PageThread = {
  note: string;
  owner: string;
  revision: number;
  count: number;
  next: string | null;
  locked: string | undefined;
  comments: ThreadComment[];
  lastSeen: string | undefined;
};

/** Reads the thread out of its page, so that what is there is not asked for again. */
export function readPageThread(section: HTMLElement): PageThread {
  const { note = '', owner = '', revision, count, next, locked, seen } = section.dataset;
  return {
    note,
    owner,
    revision: Number(revision),
    count: Number(count),
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
