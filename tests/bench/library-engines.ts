import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import type { OwnDocument } from '../../src/search/model/own/documents.ts';
import { openOwnIndex } from '../../src/search/model/own/own-index.ts';
import { hitsOf } from '../../src/search/model/own/search.ts';
import { memoryFiles } from '../support/search/memory-files.ts';

/** An index of a person's own notes, as the bench asks it. */
export interface LibraryEngine {
  add(documents: OwnDocument[]): Promise<void>;
  /** After everything is added. */
  settled(): Promise<void>;
  /** What answers a text that is being typed; how many. */
  search(text: string): Promise<number>;
  replace(document: OwnDocument): Promise<void>;
  /** Bytes that it takes where it is kept; undefined where it is only in memory. */
  bytes(): number | undefined;
  /** The longest stretch of work without a chance to pause, in ms of processor time; undefined where there are none. */
  longest(): number | undefined;
}

const fields = ['title', 'site', 'author', 'text', 'copy', 'highlights'] as const;
const plain = (document: OwnDocument) => ({ ...document, tags: document.tags.join(' ') });

/** Milliseconds of processor time of this thread so far. */
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

  /** The last word is completed, as while somebody types; no slips, which would take it longer. */
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
