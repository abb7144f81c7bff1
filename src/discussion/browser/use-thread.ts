import { useCallback, useEffect, useRef, useState, type SetStateAction } from 'react';
import type { ThreadAnswer, ThreadSort } from '../model/thread.ts';
import { send, type Failure } from '../../platform/browser/api.ts';
import type { ThreadStart } from './thread-near.ts';
import { threadOfPage, withNews, withPage, withVote, type ThreadState } from './thread-state.ts';

/** A living thread: what the page had, what came since, and what is asked for as one reads. */
export function useThread({ page, news }: Pick<ThreadStart, 'page' | 'news'>) {
  const [state, setState] = useState<ThreadState>(() => {
    const known = threadOfPage(page);
    return news ? withNews(known, news) : known;
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const latest = useRef(state);
  // Counts what this person has changed: an answer that was on its way meanwhile knows nothing of it.
  const changes = useRef(0);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const path = `/api/notes/${page.note}/comments`;

  /** Asks, and asks anew for as long as the answer was overtaken by a change of one's own. */
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

  /** Asks for what changed since; what cannot be had now is asked for by the next call. */
  const refresh = useCallback(async () => {
    for (let more = true; more;) {
      const answer = await ask(() => `after=${latest.current.revision}`);
      if (!answer.ok) return;
      latest.current = withNews(latest.current, answer.data);
      setState(latest.current);
      more = answer.data.next !== null;
    }
  }, [ask]);

  useEffect(() => {
    const onReturn = () => document.visibilityState === 'visible' && void refresh();
    if (!news) void refresh();
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [news, refresh]);

  async function load(sort: ThreadSort, cursor: string | null) {
    setBusy(true);
    setFailure(undefined);
    const query = new URLSearchParams({ sort, ...(cursor ? { cursor } : {}) });
    const answer = await ask(() => query.toString());
    setBusy(false);
    if (answer.ok) setState((now) => withPage(now, sort, answer.data, cursor === null));
    else setFailure(answer);
  }

  function change(next: SetStateAction<ThreadState>) {
    changes.current += 1;
    setState(next);
  }

  return {
    state,
    busy,
    failure,
    refresh,
    change,
    more: () => load(state.sort, state.sort === 'thread' ? state.next : state.listed.next),
    /** The conversation is known already; the other orders are the server's. */
    async sortBy(sort: ThreadSort) {
      if (sort === 'thread') setState((now) => ({ ...now, sort }));
      else await load(sort, null);
    },
    /** Gives or takes back one's vote. Undefined, or why it did not work. */
    async vote(id: string): Promise<Failure | undefined> {
      const give = !state.voted.has(id);
      const answer = await send<{ votes: number }>(give ? 'PUT' : 'DELETE', `/api/comments/${id}/vote`);
      if (!answer.ok) return answer;
      change((now) => withVote(now, id, answer.data.votes, give));
      return undefined;
    },
  };
}
