import type { ThreadAnswer, ThreadComment, ThreadSort } from '../model/thread.ts';
import type { PageThread } from './thread-page.ts';

/** What is not known between two paths: from the beginning where `after` is empty, to the end where `before` is null. */
export type Gap = { after: string; before: string | null };

/** A thread as the browser knows it. `comments` by id; `listed` is one of the flat orders, with the cursor that follows. */
export type ThreadState = {
  comments: ReadonlyMap<string, ThreadComment>;
  count: number;
  revision: number;
  /** What is not known yet in reading order, but for what known comments answer. */
  gaps: readonly Gap[];
  voted: ReadonlySet<string>;
  sort: ThreadSort;
  listed: { ids: readonly string[]; next: string | null };
};

export function threadOfPage({ comments, count, revision, before, next }: PageThread): ThreadState {
  return {
    comments: new Map(comments.map((comment) => [comment.id, comment])),
    count,
    revision,
    gaps: gapWithout({ after: '', before: null }, { before, next }),
    voted: new Set(),
    sort: 'thread',
    listed: { ids: [], next: null },
  };
}

/** What is left of a gap once all from `before` (null: the beginning) to `next` (null: the end) is known. */
function gapWithout(gap: Gap, { before, next }: { before: string | null; next: string | null }): Gap[] {
  const isBehind = (path: string) => gap.before !== null && path >= gap.before;
  const left =
    before === null || before <= gap.after ? [] : [{ ...gap, before: isBehind(before) ? gap.before : before }];
  const right = next === null || isBehind(next) ? [] : [{ ...gap, after: next > gap.after ? next : gap.after }];
  return [...left, ...right];
}

/** With what changed since its revision. What belongs into a gap waits until that is read. */
export function withNews(state: ThreadState, news: ThreadAnswer): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of news.comments) {
    const { path } = comment;
    const isInGap = state.gaps.some(({ after, before }) => path > after && (before === null || path < before));
    if (comments.has(comment.id) || !isInGap) comments.set(comment.id, comment);
  }
  for (const id of news.gone) comments.delete(id);
  return { ...state, comments, count: news.count, revision: news.revision, voted: new Set(news.voted) };
}

/** With a further part of the conversation: all from the path `before`, null for the beginning, up to where it ends. */
export function withPart(state: ThreadState, part: ThreadAnswer, before: string | null): ThreadState {
  const gaps = state.gaps.flatMap((gap) => gapWithout(gap, { before, next: part.next }));
  return { ...withAnswer(state, part), gaps, sort: 'thread' };
}

function withAnswer(state: ThreadState, { comments: read, count, voted }: ThreadAnswer): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of read) comments.set(comment.id, comment);
  return { ...state, comments, count, voted: new Set(voted) };
}

/** With a further page of one of the flat orders. */
export function withPage(state: ThreadState, sort: ThreadSort, page: ThreadAnswer, first: boolean): ThreadState {
  const known = { ...withAnswer(state, page), sort };
  const ids = [...(first ? [] : state.listed.ids), ...page.comments.map(({ id }) => id)];
  return { ...known, listed: { ids: [...new Set(ids)], next: page.next } };
}

/** With one's own new or changed comment, or one that was deleted before. */
export function withComment(state: ThreadState, comment: ThreadComment): ThreadState {
  const before = state.comments.get(comment.id);
  const isNew = before === undefined;
  const { ids, next } = state.listed;
  return {
    ...state,
    comments: new Map(state.comments).set(comment.id, comment),
    count: state.count + (isNew || before.state === 'deleted' ? 1 : 0),
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
