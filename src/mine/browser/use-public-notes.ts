import { useEffect, useState } from 'react';
import { createPublishedSearch } from '../../search/browser/published-search.ts';
import type { Found } from '../../search/model/find.ts';

/** A query is asked once the hand rests for so long. */
const restMs = 180;

/** What of the public notes answers a query, in the files of the site: undefined while nobody knows. */
export type PublicNotes = { query: string; found: Found | undefined };

let search: ReturnType<typeof createPublishedSearch> | undefined;
let heard: () => void = () => undefined;

/** The best of all public notes that answer a query, or nothing where none is asked. The index comes with the first one. */
export function usePublicNotes(query: string | undefined, count: number): PublicNotes | undefined {
  const [notes, setNotes] = useState<PublicNotes>();
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (!query) return;
    let wanted = true;
    // What is newer than the files comes later.
    heard = () => setTurn((last) => last + 1);
    search ??= createPublishedSearch(({ changed }) => changed && heard());
    const timer = setTimeout(() => {
      void search?.(query, count)
        .catch(() => undefined)
        .then((found) => wanted && setNotes({ query, found }));
    }, restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [query, count, turn]);

  return query !== undefined && notes?.query === query ? notes : undefined;
}
