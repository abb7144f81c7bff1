import { openFollowedLibrary } from '../../src/mine/browser/followed-library.ts';
import type { LibraryChanges, LibraryItem } from '../../src/mine/model/library.ts';
import { openDeviceFiles } from '../../src/platform/browser/device-database.ts';
import type { OwnDocument } from '../../src/search/model/own/documents.ts';
import { seededRandom } from '../support/seeded.ts';
import { keystrokes, libraryNotes } from './library-notes.ts';

/**
 * The same on a device: the worker of a browser runs this, with its database for files. It follows a log of so many notes,
 * answers each keystroke as the library's screen asks, and follows one change after the other.
 */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<number>) => {
  void measured(data).then((figures) => port?.postMessage(figures));
});

async function measured(count: number) {
  const database = await openDeviceFiles('bench', () => undefined);
  const library = await openFollowedLibrary(database, 'u_bench');
  const parts = 500;
  const log = libraryNotes(count);
  let indexMs = 0;
  for (let upTo = parts; upTo <= count; upTo += parts) {
    const items = Array.from({ length: parts }, () => changeOf(log.next().value as OwnDocument));
    indexMs += await timed(async () => {
      await library.follow(async () => ({ items, gone: [], upTo, more: false, store: 'bench u_bench' }));
      while (await library.tidy());
    });
  }
  const answers: number[] = [];
  for (const q of keystrokes(seededRandom(3))) {
    answers.push(await timed(async () => library.query({ q, reverse: false, cursor: 0, count: 100 })));
  }
  const changes: number[] = [];
  for (const document of libraryNotes(30, { from: 40, seed: 12 })) {
    const part: LibraryChanges = {
      items: [changeOf(document)],
      gone: [],
      upTo: count + changes.length + 1,
      more: false,
      store: 'bench u_bench',
    };
    changes.push(await timed(async () => library.follow(async () => part)));
  }
  return { indexMs, answers, changes };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function changeOf({ id, title, tags, site, text, copy, highlights }: OwnDocument): LibraryChanges['items'][number] {
  const at = '2026-11-01T00:00:00.000Z';
  const item: LibraryItem = {
    note: {
      ...{ uuid: id, rev: 1, kind: 'link', url: `https://${site}/`, title, slug: 'x', tags: [...tags], icon: null },
      ...{ visibility: 'private', createdAt: at, updatedAt: at, publishedAt: null, own: true, author: null },
    },
    ...{ site, excerpt: text, minutes: 5, copy: { title: '', author: '' }, reading: null, progress: 0, highlights: 0 },
    ...{ comments: 0, collections: [], savedAt: at },
  };
  return { item, text, copy, highlights: highlights ? [{ id, text: highlights }] : [], comments: [] };
}
