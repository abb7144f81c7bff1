import { commentCount, type ThreadAnswer, type ThreadComment, type ThreadSort } from '../model/thread.ts';
import type { PageThread, ThreadStart } from './thread-page.ts';
import { useCallback, useEffect, useRef, useState, type SetStateAction } from 'react';
import { flushSync } from 'react-dom';
import { send, type Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';

/** A part between two paths that is not loaded: from the beginning if `after` is empty, to the end if `before` is null. */
type Gap = { after: string; before: string | null };

/** A thread in the browser. `comments` by id; `listed` is one of the flat orders, with the next cursor. */
type ThreadState = {
  comments: ReadonlyMap<string, ThreadComment>;
  count: number;
  revision: number;
  /** What is not loaded yet in reading order, except replies to loaded comments. */
  gaps: readonly Gap[];
  voted: ReadonlySet<string>;
  sort: ThreadSort;
  listed: { ids: readonly string[]; next: string | null };
  /** Comments known only from a flat order: the conversation shows them once the part around them is loaded. */
  apart: ReadonlySet<string>;
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
    apart: new Set(),
  };
}

/** What is left of a gap once everything from `before` (null: the beginning) to `next` (null: the end) is loaded. */
function gapWithout(gap: Gap, { before, next }: { before: string | null; next: string | null }): Gap[] {
  const isBehind = (path: string) => gap.before !== null && path >= gap.before;
  const left =
    before === null || before <= gap.after ? [] : [{ ...gap, before: isBehind(before) ? gap.before : before }];
  const right = next === null || isBehind(next) ? [] : [{ ...gap, after: next > gap.after ? next : gap.after }];
  return [...left, ...right];
}

const isInGap = ({ gaps }: ThreadState, { path }: ThreadComment) =>
  gaps.some(({ after, before }) => path > after && (before === null || path < before));

/** The loaded comments of the conversation. */
export function conversationOf(state: ThreadState): ThreadComment[] {
  return [...state.comments.values()].filter((one) => !state.apart.has(one.id) || !isInGap(state, one));
}

/** The state with the changes since its revision. A new comment within a gap waits until that is loaded. */
function withNews(state: ThreadState, news: ThreadAnswer): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of news.comments) {
    if (comments.has(comment.id) || !isInGap(state, comment)) comments.set(comment.id, comment);
  }
  for (const id of news.gone) comments.delete(id);
  return { ...state, comments, count: news.count, revision: news.revision, voted: new Set(news.voted) };
}

/** The state with another part of the conversation: everything from the path `before`, null for the beginning, to its end. */
export function withPart(state: ThreadState, part: ThreadAnswer, before: string | null): ThreadState {
  const gaps = state.gaps.flatMap((gap) => gapWithout(gap, { before, next: part.next }));
  const apart = new Set(state.apart);
  for (const { id } of part.comments) apart.delete(id);
  return { ...withAnswer(state, part), gaps, apart, sort: 'thread' };
}

function withAnswer(state: ThreadState, { comments: read, count, voted }: ThreadAnswer): ThreadState {
  const comments = new Map(state.comments);
  for (const comment of read) comments.set(comment.id, comment);
  return { ...state, comments, count, voted: new Set(voted) };
}

/** The state with another page of one of the flat orders. */
export function withPage(state: ThreadState, sort: ThreadSort, page: ThreadAnswer, first: boolean): ThreadState {
  const unknown = page.comments.flatMap(({ id }) => (state.comments.has(id) ? [] : [id]));
  const known = { ...withAnswer(state, page), sort, apart: new Set([...state.apart, ...unknown]) };
  const ids = [...(first ? [] : state.listed.ids), ...page.comments.map(({ id }) => id)];
  return { ...known, listed: { ids: [...new Set(ids)], next: page.next } };
}

/** The state with the user's own new or changed comment, or a restored one. */
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

/** The state without the user's own comment. If it has replies, its place stays. */
export function withoutComment(state: ThreadState, id: string): ThreadState {
  const comment = state.comments.get(id);
  if (!comment) return state;
  const comments = new Map(state.comments);
  const answered = [...comments.values()].some(({ parent }) => parent === id);
  if (answered) comments.set(id, { ...comment, author: null, html: '', votes: 0, editedAt: null, state: 'deleted' });
  else comments.delete(id);
  return { ...state, comments, count: Math.max(0, state.count - 1) };
}

/** The state with the user's vote given or taken back, and the current number of votes. */
function withVote(state: ThreadState, id: string, votes: number, given: boolean): ThreadState {
  const comment = state.comments.get(id);
  if (!comment) return state;
  const voted = new Set(state.voted);
  if (given) voted.add(id);
  else voted.delete(id);
  return { ...state, voted, comments: new Map(state.comments).set(id, { ...comment, votes }) };
}

/** A hydrated thread: what the page had, what is newer, and what is loaded as the user reads. */
export function useThread({ page, news, part }: Omit<ThreadStart, 'intent'>) {
  const [state, setState] = useState<ThreadState>(() => {
    const known = threadOfPage(page);
    const withLinked = part ? withPart(known, part, part.before) : known;
    return news ? withNews(withLinked, news) : withLinked;
  });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ failure: Failure; retry: () => void }>();
  const latest = useRef(state);
  // Counts the user's own changes: an answer that was under way meanwhile does not include them.
  const changes = useRef(0);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  // The head of the note shows the count too.
  useEffect(() => {
    const inByline = document.querySelector('.note-byline a[href="#thread"]');
    if (inByline) inByline.textContent = commentCount(state.count);
  }, [state.count]);
  const path = `/api/notes/${page.note}/comments`;

  /** Sends a request, and repeats it while the user's own changes make its answers outdated. */
  const ask = useCallback(
    async (query: () => string) => {
      for (;;) {
        const before = changes.current;
        const answer = await send<ThreadAnswer>('GET', `${path}?${query()}`);
        if (!answer.ok || changes.current === before) return answer;
      }
    },
    [path],
  );

  /** Loads what has changed since. After a failure, the next call tries again. */
  const refresh = useCallback(async () => {
    let { revision } = latest.current;
    for (let more = true; more;) {
      const from = revision;
      const answer = await ask(() => `after=${from}`);
      if (!answer.ok) return;
      // Added to the state at that time: a part may have been loaded meanwhile.
      setState((now) => withNews(now, answer.data));
      revision = answer.data.revision;
      more = answer.data.next !== null;
    }
  }, [ask]);

  useEffect(() => {
    const onReturn = () => document.visibilityState === 'visible' && void refresh();
    if (!news) void refresh();
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [news, refresh]);

  async function load(query: Record<string, string>, known: (now: ThreadState, answer: ThreadAnswer) => ThreadState) {
    setBusy(true);
    setFailed(undefined);
    const fixed = new URLSearchParams(query).toString();
    const answer = await ask(() => fixed);
    setBusy(false);
    if (answer.ok) setState((now) => known(now, answer.data));
    else setFailed({ failure: answer, retry: () => void load(query, known) });
  }

  const list = (sort: ThreadSort, cursor: string | null) =>
    load({ sort, ...(cursor !== null && { cursor }) }, (now, answer) => withPage(now, sort, answer, cursor === null));

  function change(next: SetStateAction<ThreadState>) {
    changes.current += 1;
    setState(next);
  }

  return {
    state,
    busy,
    failed,
    refresh,
    change,
    /** Loads the next page of a flat order. */
    more: () => list(state.sort, state.listed.next),
    /** Loads more of the conversation, from the beginning of a gap. */
    fill: ({ after }: Gap) =>
      load({ sort: 'thread', ...(after && { cursor: after }) }, (now, answer) => withPart(now, answer, after || null)),
    /** Loads the part of the conversation with this comment, and shows it. Returns why it failed, or undefined. */
    async around(id: string): Promise<Failure | undefined> {
      const answer = await ask(() => `around=${id}`);
      if (!answer.ok) return answer;
      flushSync(() => setState((now) => withPart(now, answer.data, answer.data.before)));
      return undefined;
    },
    /** The conversation is loaded already; the other orders come from the server. */
    async sortBy(sort: ThreadSort) {
      if (sort === 'thread') setState((now) => ({ ...now, sort }));
      else await list(sort, null);
    },
    /** Gives or takes back the user's vote. Returns why it failed, or undefined. */
    async vote(id: string): Promise<Failure | undefined> {
      const give = !state.voted.has(id);
      const answer = await call(`${give ? 'PUT' : 'DELETE'} /api/comments/{id}/vote`, { at: { id } });
      if (!answer.ok) return answer;
      change((now) => withVote(now, id, answer.data.votes, give));
      return undefined;
    },
  };
}
