import { useEffect, useState } from 'react';
import type { LibraryItem, Passages } from '../model/library.ts';
import { loadPassages } from './use-library.ts';

/** How long the list must rest before passages are requested, and for how many rows at a time. */
const restMs = 120;
const atOnce = 20;

const none: Passages = { found: {}, terms: [] };

/**
 * Where the words of a query match in the visible rows, with the passages; each is requested only once. Undefined unless
 * `isAsked`, which means that the query has words.
 */
export function usePassages(
  q: string,
  isAsked: boolean,
  shown: readonly (LibraryItem | undefined)[],
): Passages | undefined {
  const [known, setKnown] = useState({ q, passages: none });
  const passages = known.q === q ? known.passages : none;
  const missing = shown
    .flatMap((item) => (item && !passages.found[item.note.uuid] ? item.note.uuid : []))
    .slice(0, atOnce)
    .join(',');

  useEffect(() => {
    if (!isAsked || missing === '') return;
    const ended = new AbortController();
    async function ask() {
      const { found, terms } = await loadPassages(q, missing.split(','), ended.signal);
      if (ended.signal.aborted) return;
      // Items without an answer get a default, so that they are not requested again.
      const asked = Object.fromEntries(missing.split(',').map((id) => [id, found[id] ?? { in: 'note' as const }]));
      setKnown((before) => {
        const earlier = before.q === q ? before.passages : none;
        return {
          q,
          passages: { found: { ...earlier.found, ...asked }, terms: [...new Set([...earlier.terms, ...terms])] },
        };
      });
    }
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [q, isAsked, missing]);

  return isAsked ? passages : undefined;
}
