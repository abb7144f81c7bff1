import { useEffect, useState } from 'react';
import type { ReadingItem, ReadingState } from '../model/reading-list.ts';
import { send, type Failure } from '../../platform/browser/api.ts';

type Counts = Readonly<Record<ReadingState, number>>;
type Page = { items: readonly ReadingItem[]; next: string | null; counts: Counts };
type Shown = { items: readonly ReadingItem[]; next: string | null; failure?: Failure };

const none: Shown = { items: [], next: null };

/** One part of a reading list, page after page. `load` asks for the next page, or again for one that failed. */
export function useReadingList(state: ReadingState) {
  const [shown, setShown] = useState<Shown>(none);
  const [wanted, setWanted] = useState<{ state: ReadingState; cursor: string | null }>({ state, cursor: null });
  const [counts, setCounts] = useState<Counts>();
  const [busy, setBusy] = useState(true);

  if (wanted.state !== state) {
    setWanted({ state, cursor: null });
    setShown(none);
    setBusy(true);
  }

  useEffect(() => {
    let current = true;
    const query = new URLSearchParams({ state: wanted.state, ...(wanted.cursor ? { cursor: wanted.cursor } : {}) });
    void send<Page>('GET', `/api/reading-list?${query.toString()}`).then((answer) => {
      if (!current) return;
      setBusy(false);
      if (!answer.ok) return setShown((before) => ({ ...before, failure: answer }));
      const { items, next } = answer.data;
      setCounts(answer.data.counts);
      setShown((before) => ({ items: wanted.cursor ? [...before.items, ...items] : items, next }));
    });
    return () => {
      current = false;
    };
  }, [wanted]);

  const edit = (part: (items: readonly ReadingItem[]) => readonly ReadingItem[]) =>
    setShown((before) => ({ ...before, items: part(before.items) }));

  return {
    ...shown,
    failure: busy ? undefined : shown.failure,
    counts,
    busy,
    load: () => {
      setBusy(true);
      setWanted({ state, cursor: shown.next });
    },
    changed: (item: ReadingItem) => edit((items) => items.map((other) => (other.uuid === item.uuid ? item : other))),
    /** A note that left this part, for another one or for good. */
    moved: (uuid: string, to?: ReadingState) => {
      edit((items) => items.filter((other) => other.uuid !== uuid));
      setCounts((now) => now && { ...now, [state]: now[state] - 1, ...(to ? { [to]: now[to] + 1 } : {}) });
    },
  };
}
