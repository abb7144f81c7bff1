import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putCopy } from '../../../src/capture/server/store/copies.ts';
import { openFollowedLibrary } from '../../../src/mine/browser/followed-library.ts';
import { LibraryChanges, LibraryPage, LibraryQuery } from '../../../src/mine/model/library.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionApi, collectionPath } from '../../support/collections.ts';
import { memoryFiles } from '../../support/search/memory-files.ts';

let api: Api;
let ann: Person;
beforeAll(async () => {
  api = await startApi();
  ann = await api.signUp('ann');
});
afterAll(() => api.stop());

const { call, write, make } = collectionApi(
  () => api,
  () => ann,
);
const get = async (path: string) => (await api.call('GET', path, { cookie: ann.cookie })).body;
const changesAfter = async (since: number) => LibraryChanges.parse(await get(`/api/library/changes?since=${since}`));

test('a device and the server give the same answers about collections and those inside them, whatever is in them', async () => {
  const outer = await make('Outer');
  const [inner, other] = [await make('Inner', { parent: outer.id }), await make('Other', { parent: outer.id })];
  const smart = await make('Untagged', { parent: outer.id, search: 'is:untagged' });
  const [plain, alone] = [await make('Below', { parent: null }), await make('Alone')];
  const notes: string[] = [];
  for (const [at, tags] of [['tea'], [], ['tea', 'web'], []].entries()) {
    notes.push(await write(`Note ${at}`, ann, { tags }));
  }
  const device = await openFollowedLibrary(memoryFiles(), ann.user.id);

  const change = fc.record({
    note: fc.constantFrom(...notes),
    to: fc.constantFrom(outer, inner, other, plain, alone),
    isIn: fc.boolean(),
  });
  const asked = fc.constantFrom(
    ...['', 'collection:outer', 'collection:inner', 'collection:untagged', '-collection:outer', '-collection:inner'],
    ...['collection:outer -collection:inner', 'collection:outer tag:tea', `collection:${outer.id} note`],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.boolean(),
      fc.array(asked, { minLength: 1, maxLength: 3 }),
      async (changes, isNested, queries) => {
        for (const { note, to, isIn } of changes) await call(isIn ? 'PUT' : 'DELETE', collectionPath(to, note));
        await call('PATCH', collectionPath(plain), { parent: isNested ? outer.id : null });
        await device.rename((await call('GET', '/api/collections')).body.collections);
        while ((await device.follow(changesAfter)).more);
        for (const q of queries) {
          const page = LibraryPage.parse(await get(`/api/library?${new URLSearchParams({ q })}`));
          const own = await device.query(LibraryQuery.parse({ q }));
          const uuids = (found: LibraryPage | undefined) => found?.items.map((item) => item.note.uuid);
          expect(uuids(own), q).toEqual(uuids(page));
          // Only a device counts what smart collections find.
          const counted = own?.facets.collections.filter(({ name }) => name !== smart.id);
          expect(counted, q).toEqual(page.facets.collections);
          for (const { name, count } of page.facets.collections) {
            expect((await device.query(LibraryQuery.parse({ q: `${q} collection:${name}` })))?.total, q).toBe(count);
          }
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('a copy of 2 MB is found by its last words on the server and on a device', async () => {
  const url = 'https://example.org/long';
  const [uuid, other] = [await write('A long read', ann, { url, visibility: 'private' }), await write('Beside it')];
  const html = `<p>${'river bank '.repeat(200_000)}</p><p>The very last pelican.</p>`;
  expect(html.length).toBeGreaterThan(2 * 2 ** 20);
  const facts = { title: 'Rivers', description: '', author: '', site: '', language: 'en' };
  const copy = {
    ...{ url, html, at: '2026-11-21T09:30:00.000Z', minutes: 900 },
    facts: { ...facts, published: null, image: null, canonical: null },
  };
  await putCopy(api.store.redis, { uuid, authorId: ann.user.id, url }, copy);

  const device = await openFollowedLibrary(memoryFiles(), ann.user.id);
  while ((await device.follow(changesAfter)).more);
  for (const q of ['pelican', '"last pelican"', 'in:copies river', '-pelican is:own', 'beside']) {
    const page = LibraryPage.parse(await get(`/api/library?${new URLSearchParams({ q })}`));
    const own = await device.query(LibraryQuery.parse({ q }));
    const expected = q.startsWith('-') ? expect.not.arrayContaining([uuid]) : q === 'beside' ? [other] : [uuid];
    expect(
      page.items.map(({ note }) => note.uuid),
      q,
    ).toEqual(expected);
    expect(
      own?.items.map(({ note }) => note.uuid),
      q,
    ).toEqual(page.items.map(({ note }) => note.uuid));
  }
  const [found] = LibraryPage.parse(await get('/api/library?q=pelican')).items;
  expect(found).toMatchObject({
    minutes: 900,
    found: { in: 'copy', passage: expect.stringContaining('pelican') as string },
  });
});
