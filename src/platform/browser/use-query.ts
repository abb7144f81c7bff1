import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { send, type Answer, type Failure, addressOf, type Sent, type Wire } from './api.ts';

/** The answer of one GET, undefined while it is under way, and a way to ask again. Without a path nothing is asked. */
export function useQuery<T>(path: string | undefined): { answer: Answer<T> | undefined; retry: () => void } {
  const [turn, setTurn] = useState(0);
  const [got, setGot] = useState<{ path: string; turn: number; answer: Answer<T> }>();
  useEffect(() => {
    if (path === undefined) return;
    let wanted = true;
    void send<T>('GET', path).then((answer) => wanted && setGot({ path, turn, answer }));
    return () => {
      wanted = false;
    };
  }, [path, turn]);
  const retry = useCallback(() => setTurn((last) => last + 1), []);
  const current = got && got.path === path && got.turn === turn;
  return { answer: current ? got.answer : undefined, retry };
}

/** The same by a noun's table of routes, whose types it has. Nothing is asked without what is to be sent. */
export function queriesOf<Calls extends Record<keyof Calls, Wire>>() {
  return function useCall<Name extends keyof Calls & `GET ${string}`>(name: Name, sent?: Sent<Name, Calls[Name]>) {
    return useQuery<Calls[Name]['data']>(sent && addressOf(name, sent));
  };
}

type Page = { next: string | number | null };

/** What a GET of a noun's table of routes gives page after page. */
export function pagesOf<Calls extends Record<keyof Calls, Wire>>() {
  return function useCallPages<Name extends keyof Calls & `GET ${string}`>(
    name: Name,
    sent: Sent<Name, Calls[Name]>,
    onPage?: (page: Extract<Calls[Name]['data'], Page>) => void,
  ) {
    return usePages<Extract<Calls[Name]['data'], Page>>(addressOf(name, sent), onPage);
  };
}

/** A list that comes page after page: whether more is under way, why it did not come, and the way to more. */
export type Paging = {
  busy: boolean;
  failure: Failure | undefined;
  /** Whether anything follows what is here. */
  more: boolean;
  /** Asks for the next page, or again for one that failed. */
  load: () => void;
};

/**
 * What a GET answers page after page, each naming the cursor of the next. Another path begins anew. `edit` changes the
 * pages that are there, and `begin` asks for the first again.
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
