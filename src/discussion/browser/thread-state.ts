import type { ThreadAnswer, ThreadComment, ThreadSort } from '../model/thread.ts';
import type { PageThread } from './thread-page.ts';

/** A thread as the browser knows it. `comments` by id; `listed` is one of the flat orders, with the cursor that follows. */
export type ThreadState = {
  comments: ReadonlyMap<string, ThreadComment>;
  count: number;
  revision: number;
  /** Cursor of what follows in reading order; null where all of it is known. */
  next: string | null;
  voted: ReadonlySet<string>;
  sort: ThreadSort;
  listed: { ids: readonly string[]; next: string | null };
};

export function threadOfPage({ comments, count, revision, next }: PageThread): ThreadState {
  return {
    comments: new Map(comments.map((comment) => [comment.id, comment])),
    count,
    revision,
    next,
    voted: new Set(),
    sort: 'thread',
    listed: { ids: [], next: null },
  };
}

/** With what changed since its revision. What belongs behind the part that is known waits until that is read. */
export function withNews(state: ThreadState, news: ThreadAnswer): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of news.comments) {
    const known = comments.has(comment.id) || state.next === null || comment.path <= state.next;
    if (known) comments.set(comment.id, comment);
  }
  for (const id of news.gone) comments.delete(id);
  return { ...state, comments, count: news.count, revision: news.revision, voted: new Set(news.voted) };
}

/** With a further page of the order that is shown. */
export function withPage(state: ThreadState, sort: ThreadSort, page: ThreadAnswer, first: boolean): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of page.comments) comments.set(comment.id, comment);
  const known = { ...state, comments, sort, count: page.count, voted: new Set(page.voted) };
  if (sort === 'thread') return { ...known, next: page.next };
  const ids = [...(first ? [] : state.listed.ids), ...page.comments.map(({ id }) => id)];
  return { ...known, listed: { ids: [...new Set(ids)], next: page.next } };
}

/** With one's own new or changed comment. */
export function withComment(state: ThreadState, comment: ThreadComment): ThreadState {
  const isNew = !state.comments.has(comment.id);
  const { ids, next } = state.listed;
  return {
    ...state,
    comments: new Map(state.comments).set(comment.id, comment),
    count: state.count + (isNew ? 1 : 0),
    listed: { ids: isNew && state.sort !== 'thread' ? [comment.id, ...ids] : ids, next },
  };
}

/** Without one's own comment; where it was answered, its place stays. */
export function withoutComment(state: ThreadState, id: string): ThreadState {
  const comment = state.comments.get(id);
  if (!comment) return state;
  const comments = new Map(state.comments);
  const answered = [...comments.values()].some(({ parent }) => parent === id);
  if (answered) comments.set(id, { ...comment, author: null, html: '', votes: 0, editedAt: null, state: 'deleted' });
  else comments.delete(id);
  return { ...state, comments, count: Math.max(0, state.count - 1) };
}

/** With one's vote given or taken back, and the votes that there are now. */
export function withVote(state: ThreadState, id: string, votes: number, given: boolean): ThreadState {
  const comment = state.comments.get(id);
  if (!comment) return state;
  const voted = new Set(state.voted);
  if (given) voted.add(id);
  else voted.delete(id);
  return { ...state, voted, comments: new Map(state.comments).set(id, { ...comment, votes }) };
}
