import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyBin } from '../../../src/notes/server/store/bin.ts';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { searchLibrary } from '../../../src/mine/server/library.ts';
import { LibraryChanges, LibraryPage, LibraryQuery } from '../../../src/mine/model/library.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
let grace: Person;
let turn = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  turn += 1;
  ada = await api.signUp(`ada${turn}`);
  grace = await api.signUp(`grace${turn}`);
});
afterAll(() => api.stop());

const write = async (note: object, by = ada) =>
  (await api.call('POST', '/api/notes', { cookie: by.cookie, body: note })).body.note?.uuid ?? '';
const library = async (query: Record<string, string> = {}, by = ada) => {
  const { status, body } = await api.call('GET', `/api/library?${new URLSearchParams(query)}`, { cookie: by.cookie });
  expect(status).toBe(200);
  return LibraryPage.parse(body);
};
const titles = async (query: Record<string, string> = {}, by = ada) =>
  (await library(query, by)).items.map(({ note }) => note.title);
const changes = async (since: number, by = ada) =>
  LibraryChanges.parse((await api.call('GET', `/api/library/changes?since=${since}`, { cookie: by.cookie })).body);
const faults = async () => (await examine(api.store.redis)).map(({ key, says }) => `${key} ${says}`);

test('a library contains one’s own notes in every state and saved notes of others, and nothing else', async () => {
  await write({ title: 'A draft', visibility: 'draft' });
  await write({ title: 'A secret', visibility: 'private' });
  await write({ title: 'Said aloud' });
  const saved = await write({ title: 'By Grace', url: 'https://www.example.org/a', tags: ['tea'] }, grace);
  await write({ title: 'By Grace, not saved' }, grace);
  await write({ title: 'A secret of Grace', visibility: 'private' }, grace);
  await api.call('PUT', `/api/notes/${saved}/save`, { cookie: ada.cookie });

  const page = await library();
  expect(page.items.map(({ note }) => note.title)).toEqual(['By Grace', 'Said aloud', 'A secret', 'A draft']);
  expect(page.items[0]).toMatchObject({
    note: { own: false, author: { handle: grace.user.handle } },
    site: 'example.org',
    reading: { state: 'toread', progress: 0, favourite: false },
  });
  expect(page.items[2]).toMatchObject({ note: { own: true, author: null, visibility: 'private' }, reading: null });
  expect(page).toMatchObject({ total: 4, next: null, unknown: [], behind: 0 });
});

test('changes appear in the next response: edits, moves, deletions, and saved notes that their author hides', async () => {
  const mine = await write({ title: 'Before', tags: ['one'] });
  const theirs = await write({ title: 'Theirs' }, grace);
  await api.call('PUT', `/api/notes/${theirs}/save`, { cookie: ada.cookie });
  expect(await titles()).toEqual(['Theirs', 'Before']);

  await api.call('PATCH', `/api/notes/${mine}`, {
    cookie: ada.cookie,
    body: { rev: 1, title: 'After', tags: ['two'] },
  });
  await api.call('PUT', `/api/notes/${theirs}/save`, { cookie: ada.cookie, body: { state: 'archived' } });
  expect(await titles({ q: 'tag:two' })).toEqual(['After']);
  expect(await titles({ q: 'tag:one' })).toEqual([]);
  expect(await titles({ q: 'is:archived' })).toEqual(['Theirs']);

  await api.call('PATCH', `/api/notes/${theirs}`, { cookie: grace.cookie, body: { rev: 1, visibility: 'private' } });
  expect(await titles()).toEqual(['After']);
  await api.call('PATCH', `/api/notes/${theirs}`, { cookie: grace.cookie, body: { rev: 2, visibility: 'public' } });
  expect(await titles()).toEqual(['Theirs', 'After']);

  await api.call('DELETE', `/api/notes/${theirs}/save`, { cookie: ada.cookie });
  await api.call('DELETE', `/api/notes/${mine}`, { cookie: ada.cookie });
  expect(await titles()).toEqual([]);
  await api.call('POST', `/api/bin/${mine}/restore`, { cookie: ada.cookie });
  expect(await titles()).toEqual(['After']);
  expect(await faults()).toEqual([]);
});

test('filters narrow, also combined and negated; an unknown filter is reported and not searched for', async () => {
  await write({ title: 'Tea', tags: ['drinks', 'css'], url: 'https://a.example.org/x' });
  await write({ title: 'Coffee', tags: ['drinks'], visibility: 'private' });
  await write({ title: 'Water', tags: ['web'] });

  expect(await titles({ q: 'tag:drinks' })).toEqual(['Coffee', 'Tea']);
  expect(await titles({ q: 'tag:drinks -is:private' })).toEqual(['Tea']);
  expect(await titles({ q: '-tag:drinks' })).toEqual(['Water']);
  expect(await titles({ q: 'site:example.org' })).toEqual(['Tea']);
  expect(await titles({ q: 'is:private' })).toEqual(['Coffee']);
  expect(await titles({ q: 'before:1999' })).toEqual([]);
  expect(await titles({ q: 'after:1999' })).toHaveLength(3);
  expect(await titles({ q: 'tea' })).toEqual(['Tea']);

  const page = await library({ q: 'drinks colour:red is:tasty https://x.example' });
  expect(page.unknown).toEqual(['colour:red', 'is:tasty']);
  expect((await library({ q: 'tea -tag: after:2026-02-30 before:2026-13' })).unknown).toEqual([
    '-tag:',
    'after:2026-02-30',
    'before:2026-13',
  ]);
  expect(await titles({ q: 'tea before:' })).toEqual(['Tea']);
  const all = await library({ q: 'tag:drinks' });
  expect(all.facets.tags).toEqual([
    { name: 'drinks', count: 2 },
    { name: 'css', count: 1 },
  ]);
  expect(all.facets.states).toContainEqual({ name: 'private', count: 1 });
});

test('a collection filters by id or name, a smart one by its search, and other people’s collected notes are in the library', async () => {
  const make = async (body: object) =>
    z
      .object({ collection: z.object({ id: z.string() }) })
      .parse((await api.call('POST', '/api/collections', { cookie: ada.cookie, body })).body).collection.id;
  const mine = await write({ title: 'Mine', tags: ['tea'] });
  const hers = await write({ title: 'Hers', tags: ['tea'] }, grace);
  const id = await make({ name: 'Good things' });
  await make({ name: 'All tea', search: 'tag:tea' });
  for (const uuid of [mine, hers]) {
    await api.call('PUT', `/api/collections/${id}/notes/${uuid}`, { cookie: ada.cookie, body: {} });
  }
  expect(await titles({ q: 'collection:"good things"', sort: 'title' })).toEqual(['Hers', 'Mine']);
  expect(await titles({ q: `collection:${id} is:own` })).toEqual(['Mine']);
  expect(await titles({ q: 'collection:"all tea"', sort: 'title' })).toEqual(['Hers', 'Mine']);
  expect((await library()).facets.collections).toEqual([{ name: id, count: 2 }]);
  await api.call('DELETE', `/api/collections/${id}`, { cookie: ada.cookie });
  expect(await titles()).toEqual(['Mine']);
});

test('other people’s collected notes are shown with current text and names, and disappear when their author hides them', async () => {
  const made = await api.call('POST', '/api/collections', { cookie: ada.cookie, body: { name: 'Theirs' } });
  const { collection } = z.object({ collection: z.object({ id: z.string() }) }).parse(made.body);
  const hers = await write({ title: 'Hers' }, grace);
  await api.call('PUT', `/api/collections/${collection.id}/notes/${hers}`, { cookie: ada.cookie, body: {} });
  expect(await titles()).toEqual(['Hers']);
  await api.call('PATCH', '/api/account', { cookie: grace.cookie, body: { name: 'Grace H.' } });
  await api.call('PATCH', `/api/notes/${hers}`, { cookie: grace.cookie, body: { rev: 1, title: 'Hers, changed' } });
  expect(await titles()).toEqual(['Hers, changed']);
  await api.call('PATCH', `/api/notes/${hers}`, { cookie: grace.cookie, body: { rev: 2, visibility: 'private' } });
  expect(await titles()).toEqual([]);
  expect(await titles({ q: 'hers' })).toEqual([]);
});

test('a library cached in an unknown format is rebuilt', async () => {
  for (let at = 0; at < 101; at += 1) await write({ title: `Note ${at}`, visibility: 'private' });
  expect((await library()).total).toBe(101);
  const [uuid = ''] = (await library()).items.map(({ note }) => note.uuid);
  await api.store.redis.hset(keys.libraryItems(ada.user.id), { [uuid]: '{"of":"another version"}' });
  const elsewhere = await searchLibrary(api.store.redis, ada.user, LibraryQuery.parse({}));
  expect(elsewhere.total).toBe(101);
  expect(await api.store.redis.hlen(keys.libraryItems(ada.user.id))).toBe(102);
});

test('a library can be sorted, and read in pages from any offset', async () => {
  for (const title of ['Éclair', 'banana', '“Apple”']) await write({ title });
  expect(await titles({ sort: 'title' })).toEqual(['“Apple”', 'banana', 'Éclair']);
  expect(await titles({ sort: 'title', reverse: 'true' })).toEqual(['Éclair', 'banana', '“Apple”']);
  const page = await library({ sort: 'title', cursor: '1', count: '1' });
  expect(page).toMatchObject({ items: [{ note: { title: 'banana' } }], total: 3, next: '2' });
});

test('a device syncs from the change log: changed items with their texts, deleted items and the next revision', async () => {
  const one = await write({ title: 'One', body: 'Some *words*.' });
  const two = await write({ title: 'Two' });
  const first = await changes(0);
  expect(first.items.map(({ item, text }) => [item.note.title, text])).toEqual([
    ['One', 'Some *words*.'],
    ['Two', ''],
  ]);
  expect(first).toMatchObject({ gone: [], more: false });
  expect(await changes(first.upTo)).toMatchObject({ items: [], gone: [], upTo: first.upTo, more: false });

  await api.call('DELETE', `/api/notes/${two}`, { cookie: ada.cookie });
  await api.call('PUT', `/api/notes/${one}/save`, { cookie: ada.cookie });
  const next = await changes(first.upTo);
  expect(next.gone).toEqual([two]);
  expect(next.items.map(({ item }) => item.reading?.state)).toEqual(['toread']);
  expect(next.upTo).toBeGreaterThan(first.upTo);
  // A device ahead of the log starts over.
  expect(await changes(next.upTo + 1000)).toMatchObject({ items: [], gone: [], upTo: 0, more: true });
});

test('a device that returns after a year learns of permanently deleted notes, and one that synced with another store starts over', async () => {
  const one = await write({ title: 'One' });
  const two = await write({ title: 'Two' });
  const known = await changes(0);
  await api.call('DELETE', `/api/notes/${one}`, { cookie: ada.cookie });
  const inAYear = new Date(Date.now() + 365 * 24 * 60 * 60_000);
  await emptyBin(api.store.redis, { until: inAYear }, () => true);
  const missed = await changes(known.upTo);
  expect(missed).toMatchObject({ items: [], gone: [one], store: known.store });
  expect((await changes(0)).items.map(({ item }) => item.note.uuid)).toEqual([two]);
  // A restored store has a new id, so that its revisions are not confused with those of the old one.
  await api.store.redis.del(keys.storeId);
  expect((await changes(0)).store).not.toBe(known.store);
});

test('a large library is built once and cached for the next process', async () => {
  for (let at = 0; at < 120; at += 1) await write({ title: `Note ${at}`, visibility: 'private' });
  expect((await library()).total).toBe(120);
  const kept = await api.store.redis.hlen(keys.libraryItems(ada.user.id));
  expect(kept).toBe(121);
  // Another process starts from the cache and applies what changed since.
  await write({ title: 'The last' });
  const asked = LibraryQuery.parse({ count: 2 });
  const elsewhere = await searchLibrary(api.store.redis, ada.user, asked);
  expect(elsewhere.items.map(({ note }) => note.title)).toEqual(['The last', 'Note 119']);
  expect(elsewhere.total).toBe(121);
});

test('a library requires a session', async () => {
  expect((await api.call('GET', '/api/library', {})).status).toBe(401);
  expect((await api.call('GET', '/api/library/changes', {})).status).toBe(401);
});
