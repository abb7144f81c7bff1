import { useCallback, useEffect, useRef, useState, type SetStateAction } from 'react';
import type { ThreadAnswer, ThreadSort } from '../model/thread.ts';
import { flushSync } from 'react-dom';
import { countedOf } from '../../platform/model/counted.ts';
import { send, type Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';
import type { ThreadStart } from './thread-page.ts';
import { threadOfPage, withNews, withPage, withPart, withVote, type Gap, type ThreadState } from './thread-state.ts';

/** A hydrated thread: what the page had, what came since, and what is asked for as one reads. */
export function useThread({ page, news, part }: Omit<ThreadStart, 'intent'>) {
  const [state, setState] = useState<ThreadState>(() => {
    const known = threadOfPage(page);
    const withThat = part ? withPart(known, part, part.before) : known;
    return news ? withNews(withThat, news) : withThat;
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const latest = useRef(state);
  // Counts what this person has changed: an answer that was on its way meanwhile knows nothing of it.
  const changes = useRef(0);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  // The head of the note says it too.
  useEffect(() => {
    const inByline = document.querySelector('.note-byline a[href="#thread"]');
    if (inByline) inByline.textContent = countedOf(state.count, 'comment');
  }, [state.count]);
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
    let { revision } = latest.current;
    for (let more = true; more;) {
      const from = revision;
      const answer = await ask(() => `after=${from}`);
      if (!answer.ok) return;
      // Added to what is known by then: a part may have come while this was under way.
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
    setFailure(undefined);
    const asked = new URLSearchParams(query).toString();
    const answer = await ask(() => asked);
    setBusy(false);
    if (answer.ok) setState((now) => known(now, answer.data));
    else setFailure(answer);
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
    failure,
    refresh,
    change,
    /** Reads on in a flat order. */
    more: () => list(state.sort, state.listed.next),
    /** Reads on in the conversation, from the beginning of a gap. */
    fill: ({ after }: Gap) =>
      load({ sort: 'thread', ...(after && { cursor: after }) }, (now, answer) => withPart(now, answer, after || null)),
    /** Reads the part of the conversation in which this comment is, and shows it. Undefined, or why it did not work. */
    async around(id: string): Promise<Failure | undefined> {
      const answer = await ask(() => `around=${id}`);
      if (!answer.ok) return answer;
      flushSync(() => setState((now) => withPart(now, answer.data, answer.data.before)));
      return undefined;
    },
    /** The conversation is known already; the other orders are the server's. */
    async sortBy(sort: ThreadSort) {
      if (sort === 'thread') setState((now) => ({ ...now, sort }));
      else await list(sort, null);
    },
    /** Gives or takes back one's vote. Undefined, or why it did not work. */
    async vote(id: string): Promise<Failure | undefined> {
      const give = !state.voted.has(id);
      const answer = await call(`${give ? 'PUT' : 'DELETE'} /api/comments/{id}/vote`, { at: { id } });
      if (!answer.ok) return answer;
      change((now) => withVote(now, id, answer.data.votes, give));
      return undefined;
    },
  };
}
