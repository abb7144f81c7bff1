import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionsOf, memberships, uuidsOf } from '../../../src/library/server/collections.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { readUser } from '../../../src/people/server/people.ts';
import { collectionsOfFolders } from '../../../src/transfer/server/import/import-collections.ts';
import { ownCollections } from '../../../src/transfer/server/import/own-collections.ts';
import { importFile, openImport } from '../../../src/transfer/server/import/import-file.ts';
import { importPart } from '../../../src/transfer/server/import/imports.ts';
import { readImport } from '../../../src/transfer/server/store/imports.ts';
import type { Note } from '../../../src/notes/model/note.ts';
import { undoStep } from '../../../src/transfer/server/import/import-undo.ts';
import { listImports } from '../../../src/transfer/server/store/imports.ts';
import { ownNoteIds, readNotes } from '../../../src/notes/server/notes.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionApi } from '../../support/collections.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

let api: Api;
let ann: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
const { make } = collectionApi(
  () => api,
  () => ann,
);

const link = (page: number) => `<DT><A HREF="https://site.example/${page}">Page ${page}</A>`;
const folder = (name: string, inner: string, marks = '') => `<DT><H3${marks}>${name}</H3><DL><p>${inner}</DL><p>`;
const bookmarks = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${inner}</DL><p>`;

async function bring(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const source = { name: 'file', bytes, fingerprint: hash('sha256', bytes) };
  const user = await readUser(api.store.redis, ann.user.id);
  if (!user) throw new Error('Nobody.');
  const taken = await importFile(api.store.redis, user, source, 'private', () => new Date());
  if (!taken.ok) throw new Error('Nothing came in.');
  return taken.import.id;
}

async function undo(id: string): Promise<void> {
  const user = await readUser(api.store.redis, ann.user.id);
  for (let state = 'running'; state !== 'undone';) {
    const step = user && (await undoStep(api.store.redis, user, id, new Date()));
    if (!step?.ok) throw new Error('It cannot be undone.');
    state = step.import.state;
  }
}

/** The names of the collections, nested ones indented, each followed by the titles of its notes. */
async function all(): Promise<string[]> {
  const own = await collectionsOf(api.store.redis, ann.user.id);
  return Promise.all(
    own.map(async ({ id, name, parent }) => {
      const notes = await readNotes(api.store.redis, await uuidsOf(api.store.redis, id));
      const titles = notes.flatMap((note) => (note && 'title' in note ? [note.title] : []));
      return `${parent === null ? '' : '  '}${name}: ${titles.join(', ')}`;
    }),
  );
}
/** The lines of an import report, each with its note's tags. */
async function reported(id: string) {
  const lines = (await readImport(api.store.redis, ann.user.id, id, { count: 1000 }))?.lines ?? [];
  const uuids = lines.map(({ uuid = '' }) => uuid);
  const notes = await readNotes(api.store.redis, uuids);
  return lines.map((line, at) => ({ ...line, tags: (notes[at] as Note | undefined)?.tags }));
}
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

test('folders become collections, nested one level deep and in order, and importing again adds no duplicates', async () => {
  ann = await api.signUp('ann');
  const web = folder('Web', link(3) + folder('CSS', link(1) + folder('Grid', link(2))));
  const file = bookmarks(
    folder('Bookmarks bar', web + link(4), ' PERSONAL_TOOLBAR_FOLDER="true"') + folder('web', link(5)) + link(6),
  );
  const id = await bring(file);
  const expected = ['Web: Page 3, Page 5', '  CSS: Page 1', '  CSS / Grid: Page 2'];
  expect(await all()).toEqual(expected);
  expect((await reported(id)).map(({ tags, aside = [] }) => [...(tags ?? ['none']), ...aside])).toEqual(
    Array.from({ length: 6 }, () => []),
  );
  await bring(`${file} `);
  expect(await all()).toEqual(expected);
  const own = await collectionsOf(api.store.redis, ann.user.id);
  expect(own.map(({ visibility }) => visibility)).toEqual(['private', 'private', 'private']);
  expect(await faults()).toEqual([]);
});

test('a folder with the name of one that every browser has becomes a collection unless the file marks it as such', async () => {
  ann = await api.signUp('names');
  const names = ['Archive', 'Links', 'unread', 'Imported', 'Favorites', 'Unsorted', 'Bookmarks'];
  await bring(bookmarks(names.map((name, at) => folder(name, link(at))).join('')));
  expect(await all()).toEqual(names.map((name, at) => `${name}: Page ${at}`));
});

test('undo deletes the collections that the import created and removes its notes from existing ones', async () => {
  ann = await api.signUp('bea');
  await make('Kept');
  await bring(bookmarks(link(1)));
  const before = await all();
  const id = await bring(bookmarks(folder('Kept', link(1) + link(2)) + folder('New', link(1))));
  expect(await all()).toEqual(['Kept: Page 1, Page 2', 'New: Page 1']);
  await undo(id);
  expect(await all()).toEqual(before);
  const [kept] = await collectionsOf(api.store.redis, ann.user.id);
  expect(await memberships(api.store.redis, ann.user.id, await uuidsOf(api.store.redis, kept?.id ?? ''))).toEqual(
    new Map(),
  );
  expect(await faults()).toEqual([]);
});

test('notes of an undone import leave their collections, also deleted ones, and the same file fills them again', async () => {
  ann = await api.signUp('una');
  const { redis } = api.store;
  await make('Kept');
  const file = bookmarks(folder('Kept', link(1)) + folder('New', link(2) + link(3)));
  const id = await bring(file);
  const made = await collectionsOf(redis, ann.user.id);
  const [, moved = ''] = (await reported(id)).map(({ uuid }) => uuid);
  expect((await api.call('DELETE', `/api/notes/${moved}`, { cookie: ann.cookie })).status).toBe(204);
  await undo(id);
  for (const one of made) expect([one.name, await uuidsOf(redis, one.id)]).toEqual([one.name, []]);
  expect(await faults()).toEqual([]);
  await bring(file);
  expect(await all()).toEqual(['Kept: Page 1', 'New: Page 2, Page 3']);
  for (const { id, notes } of await collectionsOf(redis, ann.user.id)) {
    expect(notes).toBe((await uuidsOf(redis, id)).length);
  }
  expect(await faults()).toEqual([]);
});

test('an import of 6,000 links in folders is undone completely, and the same file brings all of it again', async () => {
  ann = await api.signUp('max');
  const { redis } = api.store;
  const folders = Array.from({ length: 60 }, (_, at) =>
    folder(`Folder ${at}`, Array.from({ length: 100 }, (__, page) => link(at * 100 + page)).join('\n')),
  );
  const file = bookmarks(folders.join('\n'));
  const brought = async () => (await collectionsOf(redis, ann.user.id)).map(({ name, notes }) => `${name}: ${notes}`);
  const expected = folders.map((_, at) => `Folder ${at}: 100`);
  for (const _ of [1, 2]) {
    const id = await bring(file);
    expect((await readImport(redis, ann.user.id, id, { count: 1 }))?.import).toMatchObject({ at: 6000, kept: 6000 });
    expect(await brought()).toEqual(expected);
    await undo(id);
    expect(await brought()).toEqual([]);
    expect(await ownNoteIds(redis, ann.user.id)).toEqual([]);
  }
  expect(await faults()).toEqual([]);
});

test('folders beyond the collection limit become tags', async () => {
  ann = await api.signUp('cyd');
  const folders = Array.from({ length: 510 }, (_, at) => folder(`Folder ${at}`, link(at)));
  const id = await bring(bookmarks(folders.join('')));
  const own = await collectionsOf(api.store.redis, ann.user.id);
  expect(own).toHaveLength(500);
  const said = (await reported(id)).filter(({ says }) => says?.includes('so its folder became a tag: Folder '));
  expect(said.map(({ tags }) => tags)).toEqual(said.map(({ title }) => [`folder-${title.replace('Page ', '')}`]));
  expect(said).toHaveLength(10);
  const tags = Array.from({ length: 8 }, (_, at) => `tag${at}`);
  const full = await bring(bookmarks(folder('One more', link(600).replace('HREF', `TAGS="${tags.join()}" HREF`))));
  expect(await reported(full)).toMatchObject([
    { tags, says: 'You have as many collections as anyone can, so its folder is kept beside it: One more.' },
  ]);
  expect(await faults()).toEqual([]);

  const { redis } = api.store;
  const lookedFor = async (count: number) => {
    const paths = Array.from({ length: count }, (_, at) => [`Other ${at}`]);
    const about = { collections: ownCollections(redis, ann.user.id).begin(), since: new Date().toISOString() };
    return cpuMsOf(() =>
      collectionsOfFolders(redis, ann.user.id, { entries: [{ folders: paths }], ...about }, new Date()),
    );
  };
  // A single entry can have 30,000 folders, and comparing each with all others took a minute.
  const few = await lookedFor(1_000);
  expect(await lookedFor(20_000)).toBeLessThan(40 * Math.max(20, few));
});

test('the folders of a table, which has them by rows, become collections by name; those of bookmarks stay as they were', async () => {
  ann = await api.signUp('flo');
  const rows = ['Work / Web', 'Cooking', 'Work', 'Cooking / Bread', 'Books 10', 'Work / Art', 'Books 9'].map(
    (name, at) => `${at},Page ${at},,,https://site.example/table/${at},${name}`,
  );
  await bring(`id,title,note,excerpt,url,folder\n${rows.join('\n')}`);
  const names = async () => (await all()).map((line) => line.replace(/:.*/, ''));
  const byName = ['Books 9', 'Books 10', 'Cooking', '  Bread', 'Work', '  Art', '  Web'];
  expect(await names()).toEqual(byName);
  await bring(bookmarks(folder('Zoo', link(700) + folder('Birds', link(701))) + folder('Attic', link(702))));
  expect(await names()).toEqual([...byName, 'Zoo', '  Birds', 'Attic']);
});

test('undo also deletes collections created by import parts that were never completed', async () => {
  ann = await api.signUp('dee');
  const { redis } = api.store;
  const user = await readUser(redis, ann.user.id);
  if (!user) throw new Error('Nobody.');
  const asked = {
    name: 'file',
    format: 'Bookmarks',
    size: 1,
    fingerprint: hash('sha256', 'file'),
    visibility: 'private' as const,
  };
  const { import: begun } = await openImport(redis, user, asked, { now: new Date() });
  const part = (name: string, from: number) => ({
    from,
    last: false,
    entries: [{ place: 'line 1', item: { title: name, body: 'x', tags: [], folders: [[name]] } }],
  });
  const moved = await importPart(redis, user, begun, part('Never written', 7), new Date());
  expect(moved).toMatchObject({ ok: false, reason: 'moved' });
  // The process died before recording it, and the part was sent again.
  await collectionsOfFolders(
    redis,
    user.id,
    {
      entries: [{ folders: [['Written then']] }],
      collections: ownCollections(redis, user.id).begin(),
      since: begun.begunAt,
    },
    new Date(),
  );
  expect(await importPart(redis, user, begun, part('Written then', 0), new Date())).toMatchObject({ ok: true });
  expect(await all()).toEqual(['Never written: ', 'Written then: Written then']);
  await undo(begun.id);
  expect(await all()).toEqual([]);
  expect(await faults()).toEqual([]);

  const first = { ...begun, id: uuidv7(), fingerprint: hash('sha256', 'another file') };
  const before = Promise.reject(new Error('The store is away.'));
  before.catch(() => undefined);
  // The second part: the first one has no folders and was not recorded either.
  const lost = importPart(redis, user, first, part('Not yet', 500), new Date(), { before });
  await expect(lost).rejects.toThrow('The store is away.');
  expect(await all()).toEqual(['Not yet: ']);
  expect(await listImports(redis, user.id)).toContainEqual(first);
  await undo(first.id);
  expect(await all()).toEqual([]);
});
