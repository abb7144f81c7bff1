import {
  directoryPath,
  fileOfKey,
  filesOfPrefix,
  searchFilePath,
  type Directory,
  type FileKind,
  radix,
  unpackWords,
  type Posting,
} from './files.ts';
import { queryLimits } from './query.ts';
import { keyOf, type SearchedNote, dayOf, filtersOf, idOf } from './note.ts';
import { reversed } from './words.ts';
import { memoized } from '../../platform/model/memoized.ts';
import { wordWeigher } from './variants.ts';

/** The notes that have a word; `df` is how many there are, which may be more than are listed. */
export type Listed = { df: number; postings: () => Posting[] };

/** An index that can be searched. */
export interface SearchIndex {
  /** How many notes are searched. */
  notes: number;
  /** Words with this prefix of `word`, `word` included. If many words share the prefix, only those near `word` are given. */
  words(prefix: string, word: string): Promise<Map<string, Listed>>;
  /** Filter keys that begin with `prefix`; with `to`, those between the two. */
  filters(prefix: string, to?: string): Promise<Map<string, Listed>>;
  /** Words with this ending. */
  ending(suffix: string): Promise<string[]>;
  /** The notes that have one of these ids. */
  read(ids: readonly number[]): Promise<SearchedNote[]>;
}

/** Returns the bytes of a file of the index by its path; rejects if it is missing. */
type LoadFile = (path: string) => Promise<Uint8Array>;

/** Opens an index whose files come from `load`. Each file is loaded once. */
export async function openIndex(load: LoadFile): Promise<SearchIndex> {
  const { notes, first } = JSON.parse(new TextDecoder().decode(await load(directoryPath))) as Directory;
  const loaded = new Map<string, Promise<unknown>>();
  const file = <T>(kind: FileKind, key: string, read: (bytes: Uint8Array) => T): Promise<T> => {
    const path = searchFilePath(kind, key);
    const known = loaded.get(path) ?? load(path).then(read);
    loaded.set(path, known);
    return known as Promise<T>;
  };
  const lists = async (kind: 'words' | 'filters', keys: readonly string[]) => {
    const files = await Promise.all(keys.map((key) => file(kind, key, (bytes) => unpackWords(bytes, radix[kind]))));
    return files.flatMap((words) => [...words]);
  };
  return {
    notes,
    async words(prefix, word) {
      const own = fileOfKey(first.words, word);
      const others = filesOfPrefix(first.words, prefix).filter((key) => key !== own);
      const found = await lists('words', [own, ...others.slice(0, queryLimits.files - 1)]);
      return new Map(found.filter(([term]) => term.startsWith(prefix)));
    },
    async filters(prefix, to) {
      const files = filesOfPrefix(first.filters, prefix);
      const upTo = to === undefined ? files : between(first.filters, prefix, to);
      const found = await lists('filters', upTo);
      return new Map(found.filter(([key]) => (to === undefined ? key.startsWith(prefix) : key >= prefix && key <= to)));
    },
    async ending(suffix) {
      const backwards = reversed(suffix);
      const files = filesOfPrefix(first.ends, backwards).slice(0, queryLimits.files);
      const lines = (bytes: Uint8Array) => new TextDecoder().decode(bytes).split('\n');
      const found = await Promise.all(files.map((key) => file('ends', key, lines)));
      return found
        .flat()
        .filter((term) => term.startsWith(backwards))
        .map(reversed);
    },
    async read(ids) {
      const wanted = new Set(ids.map(keyOf));
      const files = [...new Set([...wanted].map((key) => fileOfKey(first.notes, key)))];
      const parsed = (bytes: Uint8Array) =>
        JSON.parse(new TextDecoder().decode(bytes)) as Record<string, SearchedNote[]>;
      const found = await Promise.all(files.map((key) => file('notes', key, parsed)));
      return found.flatMap((byKey) => [...wanted].flatMap((key) => byKey[key] ?? []));
    },
  };
}

function between(first: readonly string[], from: string, to: string): string[] {
  const start = first.indexOf(fileOfKey(first, from));
  return first.slice(start, first.indexOf(fileOfKey(first, to)) + 1);
}

/** Changes since an index was made: new and changed notes, and the ids of removed ones. */
export type IndexChanges = { notes: readonly SearchedNote[]; gone: readonly string[] };

/** An index with these changes applied: new notes are found, and removed ones are not. */
export function withFresh(index: SearchIndex, fresh: IndexChanges): SearchIndex {
  const replaced = new Set([...fresh.notes.map(({ uuid }) => uuid), ...fresh.gone].map(idOf));
  if (replaced.size === 0) return index;
  const words = new Map<string, Posting[]>();
  const filters = new Map<string, Posting[]>();
  const put = (lists: Map<string, Posting[]>, key: string, posting: Posting) => {
    lists.set(key, [...(lists.get(key) ?? []), posting]);
  };
  const weigh = wordWeigher(memoized((word: string) => ({ word, count: 0 })));
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

/** An index without notes, to which `withFresh` can add some. */
export const emptyIndex: SearchIndex = {
  notes: 0,
  words: async () => new Map(),
  filters: async () => new Map(),
  ending: async () => [],
  read: async () => [],
};
