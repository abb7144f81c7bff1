import { useEffect, useState } from 'react';
import type { LibraryItem, Passages } from '../model/library.ts';
import { parseLibraryQuery } from '../model/library-query.ts';
import { askPassages } from './use-library.ts';

/** Passages are asked for once one rests for so long, for so many rows at once. */
const restMs = 120;
const atOnce = 20;

const none: Passages = { found: {}, terms: [] };

/**
 * As what the words of a query find those rows that one sees, with the passages that have them; what is known already is
 * not asked for again. Nothing where no words are searched, or as long as nobody has answered.
 */
export function usePassages(q: string, shown: readonly (LibraryItem | undefined)[]): Passages | undefined {
  const [known, setKnown] = useState({ q, passages: none });
  const isAsked = parseLibraryQuery(q).words !== '';
  const passages = known.q === q ? known.passages : none;
  const missing = shown
    .flatMap((item) => (item && !passages.found[item.note.uuid] ? item.note.uuid : []))
    .slice(0, atOnce)
    .join(',');

  useEffect(() => {
    if (!isAsked || missing === '') return;
    const ended = new AbortController();
    async function ask() {
      const { found, terms } = await askPassages(q, missing.split(','), ended.signal);
      if (ended.signal.aborted) return;
      // What nobody knows anything of is not asked for again.
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
