import { useEffect, useEffectEvent, useState } from 'react';
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
  const current = got && got.path === path && got.turn === turn;
  return { answer: current ? got.answer : undefined, retry: () => setTurn((last) => last + 1) };
}

/** The same by a noun's table of routes, whose types it has. Nothing is asked without what is to be sent. */
export function queriesOf<Calls extends Record<keyof Calls, Wire>>() {
  return function useCall<Name extends keyof Calls & `GET ${string}`>(name: Name, sent?: Sent<Name, Calls[Name]>) {
    return useQuery<Calls[Name]['data']>(sent && addressOf(name, sent));
  };
}

/**
 * What a GET answers page after page, each naming the cursor of the next. The path has a query string; another path
 * begins anew. `load` asks for the next page, or again for one that failed; `edit` changes the pages that are there.
 */
export function usePages<P extends { next: string | null }>(path: string, onPage?: (page: P) => void) {
  const [wanted, setWanted] = useState<{ path: string; cursor: string | null }>({ path, cursor: null });
  const [pages, setPages] = useState<readonly P[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const arrived = useEffectEvent((page: P) => onPage?.(page));
  const next = pages.at(-1)?.next ?? null;

  function ask(cursor: string | null) {
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
    const cursor = wanted.cursor ? `&cursor=${encodeURIComponent(wanted.cursor)}` : '';
    void send<P>('GET', wanted.path + cursor).then((answer) => {
      if (!current) return;
      setBusy(false);
      if (!answer.ok) return setFailure(answer);
      setPages((before) => (cursor ? [...before, answer.data] : [answer.data]));
      arrived(answer.data);
    });
    return () => {
      current = false;
    };
  }, [wanted]);

  return {
    pages,
    next,
    failure,
    busy,
    load: () => ask(next),
    edit: (part: (page: P) => P) => setPages((before) => before.map(part)),
  };
}
