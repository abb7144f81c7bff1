import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { send, type Answer, type Failure, addressOf, type Sent, type Wire } from './api.ts';

/**
 * The answer of a GET, undefined while it is under way, and a function that repeats it. Without a path nothing is
 * requested.
 */
export function useQuery<T>(path: string | undefined): { answer: Answer<T> | undefined; retry: () => void } {
  const [turn, setTurn] = useState(0);
  const [loaded, setLoaded] = useState<{ path: string; turn: number; answer: Answer<T> }>();
  useEffect(() => {
    if (path === undefined) return;
    let wanted = true;
    void send<T>('GET', path).then((answer) => wanted && setLoaded({ path, turn, answer }));
    return () => {
      wanted = false;
    };
  }, [path, turn]);
  const retry = useCallback(() => setTurn((last) => last + 1), []);
  const current = loaded && loaded.path === path && loaded.turn === turn;
  return { answer: current ? loaded.answer : undefined, retry };
}

/** The same for a noun's table of routes, with its types. Nothing is requested while `sent` is undefined. */
export function queriesOf<Calls extends Record<keyof Calls, Wire>>() {
  return function useCall<Name extends keyof Calls & `GET ${string}`>(name: Name, sent?: Sent<Name, Calls[Name]>) {
    return useQuery<Calls[Name]['data']>(sent && addressOf(name, sent));
  };
}

/** Whether a call is under way, and why the last one failed. `send` gives its answer, or undefined while another is sent. */
export function useSending() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function sendOne<T>(work: () => Promise<Answer<T>>): Promise<Answer<T> | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setFailure(undefined);
    const answer = await work();
    setBusy(false);
    if (!answer.ok) setFailure(answer);
    return answer;
  }
  return { busy, failure, setFailure, send: sendOne };
}

type Page = { next: string | number | null };

/** The pages of a paginated GET of a noun's table of routes. */
export function pagesOf<Calls extends Record<keyof Calls, Wire>>() {
  return function useCallPages<Name extends keyof Calls & `GET ${string}`>(
    name: Name,
    sent: Sent<Name, Calls[Name]>,
    onPage?: (page: Extract<Calls[Name]['data'], Page>) => void,
  ) {
    return usePages<Extract<Calls[Name]['data'], Page>>(addressOf(name, sent), onPage);
  };
}

/** The state of a paginated list: whether the next page is being loaded, why that failed, and how to load more. */
export type Paging = {
  busy: boolean;
  failure: Failure | undefined;
  /** Whether there are more entries. */
  more: boolean;
  /** Loads the next page, or retries one that failed. */
  load: () => void;
};

/**
 * The pages of a paginated GET, each with the cursor of the next. A new path starts from the first page. `edit` changes the
 * loaded pages, and `begin` loads the first one again.
 */
function usePages<P extends Page>(path: string, onPage?: (page: P) => void) {
  const [wanted, setWanted] = useState<{ path: string; cursor: P['next'] }>({ path, cursor: null });
  const [pages, setPages] = useState<readonly P[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const arrived = useEffectEvent((page: P) => onPage?.(page));
  const next = pages.at(-1)?.next ?? null;

  function ask(cursor: P['next']) {
    setBusy(true);
    setFailure(undefined);
    setWanted({ path, cursor });
  }

  if (wanted.path !== path) {
    setPages([]);
    ask(null);
  }

  useEffect(() => {
    let current = true;
    const { path, cursor } = wanted;
    const following = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    void send<P>('GET', path + following).then((answer) => {
      if (!current) return;
      setBusy(false);
      if (!answer.ok) return setFailure(answer);
      setPages((before) => (cursor === null ? [answer.data] : [...before, answer.data]));
      arrived(answer.data);
    });
    return () => {
      current = false;
    };
  }, [wanted]);

  const paging: Paging = { busy, failure, more: next !== null, load: () => ask(failure ? wanted.cursor : next) };
  return {
    pages,
    paging,
    begin: () => ask(null),
    edit: (part: (page: P) => P) => setPages((before) => before.map(part)),
  };
}
