import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../src/platform/model/limits.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { batchesOf } from '../../support/seeded.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionApi } from '../../support/collections.ts';
import { keepPicture } from '../../../src/pictures/server/pictures.ts';
import { pngOf } from '../../support/pictures.ts';
import { countsOf, importItems, notesOf, sendFile } from '../../support/imports.ts';

let api: Api;
let ann: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
const { make, titles } = collectionApi(
  () => api,
  () => ann,
);

const item = (page: number, folder: string) => ({
  title: `Page ${page}`,
  url: `https://full.example/${page}`,
  folders: [[folder]],
});

/** A collection with room for this many notes. */
async function almostFull(name: string, room: number): Promise<string> {
  const { id } = await make(name);
  const members = Array.from({ length: limits.collections.notes - room }, (_, score) => ({ score, member: uuidv7() }));
  for (const [first, ...more] of batchesOf(members, 1000)) {
    if (first) await api.store.redis.zadd(keys.collectionNotes(id), first, ...more);
  }
  return id;
}

test('what a folder’s collection has no room for gets its name as a tag, and the report names each', async () => {
  ann = await api.signUp('ann');
  const web = await almostFull('Web', 2);
  const [other, tagged] = [{ ...item(4, 'Other') }, { ...item(3, 'Web'), tags: ['own'] }];
  const lists = [[item(1, 'Web')], [item(2, 'Web'), item(2, 'Web'), tagged, other]];
  const says = 'A collection holds at most 10,000 notes, so its folder became a tag: Web.';
  for (const counts of [
    [4, 1, 0],
    [0, 5, 0],
  ]) {
    const report = await importItems(api, ann, lists);
    expect(countsOf(report)).toEqual(counts);
    expect(report.lines.filter((line) => line.says !== undefined)).toMatchObject([{ title: 'Page 3', says }]);
    expect(await api.store.redis.zcard(keys.collectionNotes(web))).toBe(limits.collections.notes);
  }
  const report = await importItems(api, ann, [[item(5, 'Web')]]);
  expect(report).toMatchObject({ import: { aside: 1 }, lines: [{ aside: ['folders'], says }] });
  // Notes of one part are as old as each other, so their order is any.
  const found = (await notesOf(api, ann)).map(({ title, tags }) => [title, ...tags]);
  expect(found.sort(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['Page 1'],
    ['Page 2'],
    ['Page 3', 'own', 'web'],
    ['Page 4'],
    ['Page 5', 'web'],
  ]);
});

test('only folders of which all tags fit are said to be tags, and what is left out is among the lines that say so', async () => {
  ann = await api.signUp('cem');
  await almostFull('A', 0);
  await almostFull('B', 0);
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
  const places = { folders: [['A'], ['B']] };
  const exported = { collections: [['A'], ['B']] };
  const report = await importItems(api, ann, [
    [
      { title: 'Some', body: 'One.', ...places, tags: tags(limits.tags.count - 1) },
      { title: 'Ours', body: 'Two.', ...exported, tags: tags(limits.tags.count - 1) },
      { title: 'Tagged', body: 'Three.', collections: [['A']], tags: ['a'] },
      { title: 'None', body: 'Four.', collections: [['A']], tags: tags(limits.tags.count) },
    ],
  ]);
  const full = 'A collection holds at most 10,000 notes, so its folder';
  expect(report.lines.map(({ title, says, aside, leftOut }) => ({ title, says, aside, leftOut }))).toEqual([
    { title: 'Some', says: `${full} became a tag: A; its folder is kept beside it: B.`, aside: ['folders'] },
    { title: 'Ours', says: `${full} became a tag: A; its folder was left out: B.`, leftOut: ['the folder B'] },
    { title: 'Tagged', says: `${full} became a tag: A.` },
    { title: 'None', says: `${full} was left out: A.`, leftOut: ['the folder A'] },
  ]);
  expect(report.import.aside).toBe(3);
});

test('importing collections of our own export does not count the notes of all others', async () => {
  ann = await api.signUp('dana');
  const at = '2024-01-01T00:00:00.000Z';
  const collections = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: uuidv7(), name: `C ${index}`, description: '', visibility: 'private', parent: null, search: null },
    ...{ at, from: 0, notes: [] },
  }));
  const counted = async () =>
    Number(
      /cmdstat_zcard:calls=(\d+)/.exec(
        String(await api.store.redis.eval("return redis.call('INFO', 'commandstats')", [], [])),
      )?.[1],
    );
  const before = await counted();
  const { report } = await sendFile(api, ann, JSON.stringify({ commonplace: 1, notes: [], collections }));
  expect(report.import.kept).toBe(60);
  expect((await counted()) - before).toBeLessThan(60 * 20);
});

test('pictures of our own Markdown that are not stored here are listed as left out', async () => {
  ann = await api.signUp('eva');
  const { redis } = api.store;
  const stored = await keepPicture(redis, 'text', await pngOf(300, 200), new Date());
  const missing = 'a'.repeat(32);
  const body = [stored?.name ?? '', missing].map((name) => `![](pictures/${name}.webp)`).join('\n');
  const head = `---\nuuid: ${uuidv7()}\ntitle: Shown\ncreated: 2024-01-01T00:00:00.000Z\n`;
  const own = 'updatedAt: 2024-01-01T00:00:00.000Z\npublishedAt: null\nvisibility: private\nrev: 1\n---\n\n';
  const { report } = await sendFile(api, ann, `${head}${own}${body}`, { name: 'Shown.md' });
  expect(report).toMatchObject({ import: { aside: 1 }, lines: [{ leftOut: [`the file pictures/${missing}.webp`] }] });
});

test('the report counts the notes of an exported collection that are not here', async () => {
  ann = await api.signUp('bea');
  const note = { uuid: uuidv7(), rev: 1, title: 'Here', url: null, body: 'Text.', tags: [], visibility: 'private' };
  const at = '2024-01-01T00:00:00.000Z';
  const collection = { id: uuidv7(), name: 'Web', description: '', visibility: 'private', parent: null, search: null };
  const file = (notes: string[]) => ({
    commonplace: 1,
    notes: [{ ...note, icon: null, createdAt: at, updatedAt: at, publishedAt: null }],
    collections: [{ ...collection, at, from: 0, notes }],
  });
  const { report } = await sendFile(api, ann, JSON.stringify(file([uuidv7(), note.uuid, uuidv7()])));
  expect(report.lines[1]).toMatchObject({ title: 'Collection: Web', leftOut: ['2 notes not found here'] });
  expect(report.import).toMatchObject({ kept: 2, aside: 1 });
  const { collections } = (await api.call('GET', '/api/collections', { cookie: ann.cookie })).body as unknown as {
    collections: { id: string }[];
  };
  expect(await titles(collections[0] ?? { id: '' })).toEqual(['Here']);
});
