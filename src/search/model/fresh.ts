import { remembered } from '../../platform/model/remembered.ts';
import type { Listed, SearchIndex } from './index.ts';
import { dayOf, filtersOf, idOf, type SearchedNote } from './note.ts';
import type { Posting } from './postings.ts';
import { weighing } from './variants.ts';

/** What changed after an index was made: notes as they are now, and the ids of those that are gone. */
export type Fresh = { notes: readonly SearchedNote[]; gone: readonly string[] };

/** An index with what changed after it: what came is found, what went is not. */
export function withFresh(index: SearchIndex, fresh: Fresh): SearchIndex {
  const replaced = new Set([...fresh.notes.map(({ uuid }) => uuid), ...fresh.gone].map(idOf));
  if (replaced.size === 0) return index;
  const words = new Map<string, Posting[]>();
  const filters = new Map<string, Posting[]>();
  const put = (lists: Map<string, Posting[]>, key: string, posting: Posting) => {
    lists.set(key, [...(lists.get(key) ?? []), posting]);
  };
  const weigh = weighing(remembered((word: string) => ({ word, count: 0 })));
  for (const note of fresh.notes) {
    const id = idOf(note.uuid);
    weigh(note, ({ word }, weight) => put(words, word, { id, weight }));
    for (const key of filtersOf(note)) put(filters, key, { id, weight: dayOf(note) });
  }
  const merged = (known: Map<string, Listed>, lists: Map<string, Posting[]>, fits: (key: string) => boolean) => {
    const all = new Map([...known].map(([key, list]) => [key, without(list, replaced)]));
    for (const [key, postings] of lists) if (fits(key)) all.set(key, joined(all.get(key), postings));
    return all;
  };
  return {
    notes: index.notes + fresh.notes.length,
    words: async (prefix, word) => merged(await index.words(prefix, word), words, (term) => term.startsWith(prefix)),
    filters: async (prefix, to) =>
      merged(await index.filters(prefix, to), filters, (key) =>
        to === undefined ? key.startsWith(prefix) : key >= prefix && key <= to,
      ),
    ending: async (suffix) => [
      ...new Set([...(await index.ending(suffix)), ...[...words.keys()].filter((word) => word.endsWith(suffix))]),
    ],
    async read(ids) {
      const own = fresh.notes.filter(({ uuid }) => ids.includes(idOf(uuid)));
      const others = ids.filter((id) => !replaced.has(id));
      return [...own, ...(others.length > 0 ? await index.read(others) : [])];
    },
  };
}

function without({ df, postings }: Listed, ids: ReadonlySet<number>): Listed {
  return { df, postings: () => postings().filter(({ id }) => !ids.has(id)) };
}

function joined(list: Listed | undefined, more: Posting[]): Listed {
  return { df: (list?.df ?? 0) + more.length, postings: () => [...(list?.postings() ?? []), ...more] };
}

/** An index of nothing, to which fresh notes may be added. */
export const emptyIndex: SearchIndex = {
  notes: 0,
  words: async () => new Map(),
  filters: async () => new Map(),
  ending: async () => [],
  read: async () => [],
};
