import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import type { OwnDocument } from '../../src/search/model/own/documents.ts';
import { openOwnIndex } from '../../src/search/model/own/own-index.ts';
import { hitsOf } from '../../src/search/model/own/search.ts';
import { memoryFiles } from '../support/search/memory-files.ts';

/** An index of a person's own notes, as the bench uses it. */
export interface LibraryEngine {
  add(documents: OwnDocument[]): Promise<void>;
  /** Resolves once everything is indexed. */
  settled(): Promise<void>;
  /** Searches for a text that is being typed, and returns the number of results. */
  search(text: string): Promise<number>;
  replace(document: OwnDocument): Promise<void>;
  /** The stored size in bytes; undefined if it is only in memory. */
  bytes(): number | undefined;
  /** The longest uninterrupted work in CPU milliseconds; undefined if it never pauses. */
  longest(): number | undefined;
}

const fields = ['title', 'site', 'author', 'text', 'copy', 'highlights'] as const;
const plain = (document: OwnDocument) => ({ ...document, tags: document.tags.join(' ') });

/** CPU milliseconds of this thread so far. */
const worked = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

export const libraryEngines: Record<string, () => LibraryEngine> = {
  own() {
    const storage = memoryFiles();
    let [last, longest, revision] = [worked(), 0, 0];
    const index = openOwnIndex(storage, {
      pause() {
        const now = worked();
        longest = Math.max(longest, now - last);
        last = now;
        return undefined;
      },
    });
    const tidied = async () => {
      while (await index.tidy());
    };
    return {
      async add(documents) {
        last = worked();
        await index.update(documents, [], (revision += 1));
        last = worked();
        await tidied();
      },
      settled: tidied,
      search: async (text) => hitsOf(await index.search(text)).length,
      replace: async (document) => index.update([document], [], (revision += 1)),
      bytes: () => [...storage.files.values()].reduce((sum, file) => sum + file.length, 0),
      longest: () => longest,
    };
  },

  /** The last word matches as a prefix, as while typing; no fuzzy matching, which would be slower. */
  minisearch() {
    const index = new MiniSearch<ReturnType<typeof plain>>({ fields: [...fields, 'tags'], autoVacuum: false });
    return {
      add: async (documents) => index.addAll(documents.map(plain)),
      settled: async () => undefined,
      search: async (text) =>
        index.search(text, { prefix: (_, at, terms) => at === terms.length - 1, boost: { title: 6, tags: 5 } }).length,
      replace: async (document) => index.replace(plain(document)),
      bytes: () => undefined,
      longest: () => undefined,
    };
  },

  flexsearch() {
    const index = new FlexSearch.Document({ document: { id: 'id', index: [...fields, 'tags'] }, tokenize: 'forward' });
    return {
      async add(documents) {
        for (const document of documents) index.add({ ...plain(document) });
      },
      settled: async () => undefined,
      search: async (text) => index.search(text, { limit: 1000, suggest: true }).length,
      replace: async (document) => void index.update({ ...plain(document) }),
      bytes: () => undefined,
      longest: () => undefined,
    };
  },
};
