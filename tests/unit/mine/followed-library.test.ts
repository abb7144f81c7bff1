import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openFollowedLibrary } from '../../../src/mine/browser/followed-library.ts';
import { LibraryQuery, type LibraryChanges, type LibraryItem } from '../../../src/mine/model/library.ts';
import { memoryFiles } from '../../support/search/memory-files.ts';

const uuidNumbered = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function itemWith(number: number, fields: Partial<LibraryItem['note']>): LibraryItem {
  const at = '2026-11-01T00:00:00.000Z';
  return {
    note: {
      ...{ uuid: uuidNumbered(number), rev: 1, kind: 'text', url: null, title: '', slug: 'x', tags: [], icon: null },
      ...{ visibility: 'private', createdAt: at, updatedAt: at, publishedAt: null, own: true, author: null },
      ...fields,
    },
    ...{
      site: '',
      excerpt: '',
      minutes: 1,
      copy: null,
      reading: null,
      progress: 0,
      highlights: 0,
      comments: 0,
      collections: [],
      savedAt: at,
    },
  };
}

/** A person's change log as the server returns it: the latest change of each item, in pages of two. */
function changeLog(store = 'store-one u_ann') {
  const latest = new Map<string, { revision: number; change: LibraryChanges['items'][number] | undefined }>();
  let head = 0;
  const say = (uuid: string, change: LibraryChanges['items'][number] | undefined) => {
    latest.delete(uuid);
    latest.set(uuid, { revision: (head += 1), change });
  };
  return {
    write: (number: number, title: string, text: string) =>
      say(uuidNumbered(number), { item: itemWith(number, { title }), text, copy: '', highlights: [], comments: [] }),
    remove: (number: number) => say(uuidNumbered(number), undefined),
    after: async (since: number): Promise<LibraryChanges> => {
      if (since > head) return { items: [], gone: [], upTo: 0, more: true, store };
      const rest = [...latest].filter(([, { revision }]) => revision > since);
      const part = rest.slice(0, 2);
      return {
        items: part.flatMap(([, { change }]) => change ?? []),
        gone: part.flatMap(([uuid, { change }]) => (change ? [] : [uuid])),
        upTo: part.at(-1)?.[1].revision ?? since,
        more: rest.length > 2,
        store,
      };
    },
    get left() {
      return [...latest].flatMap(([uuid, { change }]) => (change ? [[uuid, change] as const] : []));
    },
  };
}

/** A smart collection. */
function smart(number: number, name: string, search: string) {
  const at = '2026-11-01T00:00:00.000Z';
  const fields = { description: '', slug: '', visibility: 'private', parent: null, order: 0, notes: null } as const;
  return { ...fields, id: uuidNumbered(number), name, search, createdAt: at, updatedAt: at };
}

type Library = Awaited<ReturnType<typeof openFollowedLibrary>>;
const followAll = async (library: Library, log: ReturnType<typeof changeLog>) => {
  while ((await library.follow(log.after)).more);
};
const found = async (library: Library, q: string) =>
  (await library.query(LibraryQuery.parse({ q })))?.items.map(({ note }) => note.uuid);

describe('a library synced to a device', () => {
  test('equals the account’s library after any changes, wherever syncing was interrupted', async () => {
    const words = ['river', 'bank', 'slow'];
    const change = fc.record({ note: fc.nat(5), word: fc.option(fc.constantFrom(...words)), follows: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
        const log = changeLog();
        const files = memoryFiles();
        for (const { note, word, follows } of changes) {
          if (word) log.write(note, `Note ${note}`, word);
          else log.remove(note);
          // Syncs a single page, in a tab that is closed afterwards.
          if (follows) await (await openFollowedLibrary(files, 'u_ann')).follow(log.after);
        }
        const library = await openFollowedLibrary(files, 'u_ann');
        await followAll(library, log);
        expect(new Set(await found(library, ''))).toEqual(new Set(log.left.map(([uuid]) => uuid)));
        for (const word of words) {
          const has = log.left.filter(([, { text }]) => text === word).map(([uuid]) => uuid);
          expect(new Set(await found(library, word))).toEqual(new Set(has));
        }
      }),
    );
  });

  test('combines words and filters', async () => {
    const log = changeLog();
    log.write(1, 'The river', 'slow');
    const library = await openFollowedLibrary(memoryFiles(), 'u_ann');
    await followAll(library, log);
    expect(await found(library, 'river is:private')).toEqual([uuidNumbered(1)]);
    expect(await found(library, 'river is:public')).toEqual([]);
    expect(await found(library, 'raver')).toEqual([uuidNumbered(1)]);
    expect(await found(library, '-slow')).toEqual([]);
  });

  test('starts over when a restored log has passed its revision', async () => {
    const files = memoryFiles();
    const log = changeLog();
    log.write(1, 'River', '');
    await followAll(await openFollowedLibrary(files, 'u_ann'), log);
    const restored = changeLog('store-two u_ann');
    for (const number of [2, 3, 4]) restored.write(number, 'Bank', '');
    const library = await openFollowedLibrary(files, 'u_ann');
    await followAll(library, restored);
    expect(await found(library, '')).toEqual([4, 3, 2].map(uuidNumbered));
    expect(await found(library, 'river')).toEqual([]);
  });

  test('rejects the log of another person who has signed in meanwhile, and continues once they have signed out', async () => {
    const files = memoryFiles();
    const log = changeLog();
    log.write(1, 'River', '');
    const library = await openFollowedLibrary(files, 'u_ann');
    await followAll(library, log);
    const foreignLog = changeLog('store-one u_ben');
    for (const number of [2, 3]) foreignLog.write(number, 'Secret', '');
    await expect(followAll(library, foreignLog)).rejects.toThrow('another person');
    log.write(4, 'Bank', '');
    await followAll(library, log);
    for (const one of [library, await openFollowedLibrary(files, 'u_ann')]) {
      expect(await found(one, '')).toEqual([4, 1].map(uuidNumbered));
      expect(await found(one, 'secret')).toEqual([]);
    }
  });

  test('finds collections by name once their names are loaded, also after it is reopened', async () => {
    const files = memoryFiles();
    const log = changeLog();
    log.write(1, 'The river', '');
    log.write(2, 'The bank', '');
    const library = await openFollowedLibrary(files, 'u_ann');
    await followAll(library, log);
    expect(await found(library, 'collection:water')).toBeUndefined();
    await library.rename([smart(9, 'Water', 'river')]);
    expect(await found(library, 'collection:water')).toEqual([uuidNumbered(1)]);
    expect(await found(await openFollowedLibrary(files, 'u_ann'), 'collection:water')).toEqual([uuidNumbered(1)]);
  });

  test('counts the search results in each smart collection, always up to date', async () => {
    const log = changeLog();
    log.write(1, 'The river', 'slow');
    log.write(2, 'The bank', 'slow');
    const library = await openFollowedLibrary(memoryFiles(), 'u_ann');
    await followAll(library, log);
    const [water, texts, none] = [smart(7, 'Water', 'river'), smart(8, 'Texts', 'is:text'), smart(9, 'None', 'tag:x')];
    await library.rename([water, texts, none]);
    const counts = async (q: string) => (await library.query(LibraryQuery.parse({ q })))?.facets.collections;
    const counted = (one: { id: string }, count: number) => ({ name: one.id, count });
    expect(await counts('slow')).toEqual([counted(texts, 2), counted(water, 1)]);
    expect(await counts('bank')).toEqual([counted(texts, 1)]);
    log.write(3, 'Another river', 'slow');
    log.remove(2);
    await followAll(library, log);
    expect(await counts('slow')).toEqual([counted(water, 2), counted(texts, 2)]);
    await library.rename([smart(7, 'Water', 'another')]);
    expect(await counts('')).toEqual([counted(water, 1)]);
  });

  test('knows up to when it is complete, and searches what it has while it is still syncing', async () => {
    const files = memoryFiles();
    const log = changeLog();
    for (const number of [1, 2, 3]) log.write(number, 'River', 'w'.repeat(5_000_000));
    const library = await openFollowedLibrary(files, 'u_ann');
    expect(await library.follow(log.after)).toMatchObject({ more: true });
    expect(library).toMatchObject({ complete: false, askedAt: undefined });
    expect(await found(library, 'river')).toHaveLength(2);
    await followAll(library, log);
    expect(library.complete).toBe(true);
    expect((await openFollowedLibrary(files, 'u_ann')).askedAt).toBe(library.askedAt);
  });

  test('starts over when the log is behind its own revision, or belongs to another person', async () => {
    const files = memoryFiles();
    const log = changeLog();
    for (const number of [1, 2, 3]) log.write(number, 'River', '');
    const library = await openFollowedLibrary(files, 'u_ann');
    await followAll(library, log);
    const restored = changeLog();
    restored.write(4, 'Bank', '');
    await followAll(library, restored);
    expect(await found(library, '')).toEqual([uuidNumbered(4)]);
    const other = await openFollowedLibrary(files, 'u_bob');
    expect(await found(other, '')).toEqual([]);
    expect([...files.files.keys()]).toEqual(['owner']);
  });

  test('takes changes from another tab, and reads the whole log if it missed any', async () => {
    const files = memoryFiles();
    const log = changeLog();
    log.write(1, 'River', '');
    const [one, other] = [await openFollowedLibrary(files, 'u_ann'), await openFollowedLibrary(files, 'u_ann')];
    const first = await one.follow(log.after);
    await other.hear(first.step!);
    expect(await found(other, 'river')).toEqual([uuidNumbered(1)]);
    log.write(2, 'River', '');
    await one.follow(log.after);
    log.write(3, 'River', '');
    const third = await one.follow(log.after);
    await other.hear(third.step!);
    expect(await found(other, 'river')).toHaveLength(3);
  });

  test('stays unchanged when the device is full', async () => {
    const files = memoryFiles();
    const log = changeLog();
    log.write(1, 'River', '');
    const library = await openFollowedLibrary(files, 'u_ann');
    await followAll(library, log);
    log.write(2, 'River', '');
    files.refuse = true;
    await expect(library.follow(log.after)).rejects.toThrow('full');
    expect(await found(library, 'river')).toEqual([uuidNumbered(1)]);
    expect(library.upTo).toBe(1);
  });
});
