import { useState } from 'react';
import type { ReadingItem, ReadingState } from '../model/reading-list.ts';
import { usePages } from '../../platform/browser/use-query.ts';

type Counts = Readonly<Record<ReadingState, number>>;
type Page = { items: readonly ReadingItem[]; next: string | null; counts: Counts };

/** One part of a reading list, page after page. `load` asks for the next page, or again for one that failed. */
export function useReadingList(state: ReadingState) {
  const [counts, setCounts] = useState<Counts>();
  const { pages, edit, ...paging } = usePages<Page>(`/api/reading-list?state=${state}`, (page) =>
    setCounts(page.counts),
  );
  const change = (part: (items: readonly ReadingItem[]) => readonly ReadingItem[]) =>
    edit((page) => ({ ...page, items: part(page.items) }));

  return {
    ...paging,
    items: pages.flatMap(({ items }) => items),
    counts,
    changed: (item: ReadingItem) => change((items) => items.map((other) => (other.uuid === item.uuid ? item : other))),
    /** A note that left this part, for another one or for good. */
    moved: (uuid: string, to?: ReadingState) => {
      change((items) => items.filter((other) => other.uuid !== uuid));
      setCounts((now) => now && { ...now, [state]: now[state] - 1, ...(to ? { [to]: now[to] + 1 } : {}) });
    },
  };
}
