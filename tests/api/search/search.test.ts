import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import searchEndpoint from '../../../functions/api.ts';
import type { LibraryPage } from '../../../src/mine/model/library.ts';
import type { IndexChanges } from '../../../src/search/model/index.ts';
import { publishedNext } from '../../../src/search/server/published-index.ts';
import { answerWithinProcess } from '../../../src/platform/server/own-site.ts';
import type { SearchAnswer } from '../../../src/search/server/routes.ts';
import { bytesAnswered, commandCount } from '../../support/store.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { disableTimeouts, cpuMsOf } from '../../support/time-limits.ts';
import { startSearchSite } from '../../support/builds/search-site.ts';
import { nowhere } from '../../support/servers/origin.ts';

let api: Api;
let ann: Person;
let site: Awaited<ReturnType<typeof startSearchSite>>;

beforeAll(async () => {
  disableTimeouts();
  api = await startApi();
  site = await startSearchSite(api);
});
afterAll(async () => {
  await site.stop();
  await api.stop();
});
beforeEach(async () => {
  await api.store.redis.flushall();
  site.clear();
  ann = await api.signUp('ann');
});
afterEach(() => {
  vi.useRealTimers();
});

async function write(fields: object) {
  const { body } = await api.call('POST', '/api/notes', { cookie: ann.cookie, body: { body: 'Words.', ...fields } });
  if (!body.note) throw new Error(body.detail);
  return body.note;
}

async function search(query: string, origin = site.url) {
  const request = new Request(`${origin}/api/search?${new URLSearchParams({ q: query })}`);
  const answer = await searchEndpoint(request, { params: {}, ip: '203.0.113.7', requestId: 'request-1' });
  return { status: answer.status, body: (await answer.json()) as SearchAnswer };
}

const titles = async (query: string) => (await search(query)).body.notes.map(({ title }) => title);
const fresh = async () => (await api.call('GET', '/api/search/fresh')).body as unknown as IndexChanges;

test('searches the published files, and shows the passage with the words', async () => {
  const note = await write({ title: 'Reading slowly', body: `${'Filler. '.repeat(60)}A zebra reads.`, tags: ['zoo'] });
  await site.publish();
  const { body } = await search('zebra tag:zoo');
  expect(body).toMatchObject({ total: 1, notes: [{ uuid: note.uuid, title: 'Reading slowly', tags: ['zoo'] }] });
  expect(body.notes[0]?.excerpt).toContain('A zebra reads.');
  expect(body.notes[0]).not.toHaveProperty('text');
  expect(await fresh()).toEqual({ notes: [], gone: [] });
});

test('answers like a library for a signed-in person who searches in:public', async () => {
  const ben = await api.signUp('ben');
  const note = await write({ title: 'Reading slowly', body: `${'Filler. '.repeat(60)}A zebra reads.`, tags: ['zoo'] });
  await write({ title: 'Also of a zebra', tags: ['web'] });
  await site.publish();
  await write({ title: 'New zebra', tags: ['zoo'] });
  const ask = async (query: Record<string, string>, origin = site.url) => {
    const request = new Request(`${origin}/api/library?${new URLSearchParams(query)}`, {
      headers: { Cookie: ben.cookie },
    });
    const answer = await searchEndpoint(request, { params: {}, ip: '203.0.113.7', requestId: 'request-1' });
    return { status: answer.status, page: (await answer.json()) as LibraryPage };
  };
  const { page } = await ask({ q: 'zebra tag:zoo', in: 'public', count: '1' });
  expect(page).toMatchObject({ items: [{ note: { own: false, author: { handle: 'ann' } } }], total: 2, next: '1' });
  const rest = await ask({ q: 'zebra tag:zoo in:public', cursor: '1' });
  const found = [...page.items, ...rest.page.items];
  expect(found.map((item) => item.note.title).sort()).toEqual(['New zebra', 'Reading slowly']);
  expect(found.find((item) => item.note.uuid === note.uuid)?.found).toEqual({
    in: 'public',
    passage: expect.stringContaining('A zebra reads.'),
  });
  // Filters for one's own library are reported, since they match nothing here.
  const own = await ask({ q: 'zebra is:draft -collection:maps from:me tag:zoo in:public' });
  expect(own.page).toMatchObject({ total: 0, unknown: ['is:draft', '-collection:maps', 'from:me'] });
  // The library itself contains none of it, and an unavailable public search is reported.
  expect((await ask({ q: 'zebra' })).page.total).toBe(0);
  expect((await ask({ q: 'zebra in:public' }, nowhere)).status).toBe(503);
});

test('changes since the build are reflected at once: new, edited, hidden and deleted notes', async () => {
  const [changed, hidden, deleted] = [
    await write({ title: 'Before zebra' }),
    await write({ title: 'Private zebra' }),
    await write({ title: 'Deleted zebra' }),
  ];
  await site.publish();
  expect((await titles('zebra')).sort()).toEqual(['Before zebra', 'Deleted zebra', 'Private zebra']);
  await write({ title: 'New zebra' });
  await write({ title: 'Unlisted zebra', visibility: 'unlisted' });
  await write({ title: 'Draft zebra', visibility: 'draft' });
  const patch = (uuid: string, body: object) => api.call('PATCH', `/api/notes/${uuid}`, { cookie: ann.cookie, body });
  await patch(changed.uuid, { rev: 1, title: 'After giraffe' });
  await patch(hidden.uuid, { rev: 1, visibility: 'private' });
  await api.call('DELETE', `/api/notes/${deleted.uuid}`, { cookie: ann.cookie });
  expect(await titles('zebra')).toEqual(['New zebra']);
  expect(await titles('giraffe')).toEqual(['After giraffe']);
  const answer = await fresh();
  expect(answer.notes.map(({ title }) => title).sort()).toEqual(['After giraffe', 'New zebra']);
  expect(answer.gone).toEqual(expect.arrayContaining([hidden.uuid, deleted.uuid]));
  expect(JSON.stringify(answer)).not.toMatch(/Private|Draft|Unlisted|Deleted/);
});

test('a note removed by a build is no longer found', async () => {
  const { uuid } = await write({ title: 'One zebra' });
  await site.publish();
  expect(await titles('zebra')).toEqual(['One zebra']);
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ann.cookie });
  await site.publish();
  expect(await titles('zebra')).toEqual([]);
});

test('changes since the build need a single call to the store', async () => {
  await write({ title: 'One' });
  await write({ title: 'Two' });
  // Followers are notified after the response.
  await api.settled();
  const calls = () => commandCount(api.store.redis);
  await fresh();
  const before = await calls();
  const between = (await calls()) - before;
  await fresh();
  // One script and its commands: the publishing state, the log, two notes and their authors.
  expect((await calls()) - before - 2 * between).toBeLessThanOrEqual(7);
});

test('changes since the build are read once, and not before the caller is known to be within their limit', async () => {
  for (let at = 0; at < 12; at += 1) await write({ title: `Long ${at}`, body: `zebra${at} `.repeat(25_000) });
  await api.settled();
  const before = await bytesAnswered(api.store.redis);
  const all = await fresh();
  expect(all.notes).toHaveLength(12);
  expect((await bytesAnswered(api.store.redis)) - before).toBeLessThan(1_500_000);
  const between = await bytesAnswered(api.store.redis);
  expect(await fresh()).toEqual(all);
  // The CDN keeps one answer for all queries.
  const { headers } = await api.call('GET', '/api/search/fresh?x=1');
  expect(headers.get('Netlify-Vary')).toBe('query=none');
  expect((await bytesAnswered(api.store.redis)) - between).toBeLessThan(20_000);

  const [note] = all.notes;
  await api.call('DELETE', `/api/notes/${note?.uuid}`, { cookie: ann.cookie });
  const rest = await fresh();
  expect([rest.notes.length, rest.gone]).toEqual([11, [note?.uuid]]);
});

test('votes for long notes hide neither their texts nor those of notes that were edited since the build', async () => {
  const notes = [];
  for (let at = 0; at < 7; at += 1)
    notes.push(await write({ title: `Long ${at}`, body: `Giraffes. ${`words${at} `.repeat(25_000)}` }));
  const old = await write({ title: 'Old', body: 'A zebra reads.' });
  await site.publish();
  await write({ title: 'New', body: 'A zebra writes.' });
  const ben = await api.signUp('ben');
  for (const { uuid } of [old, ...notes]) await api.call('PUT', `/api/notes/${uuid}/vote`, { cookie: ben.cookie });
  expect((await titles('zebra')).sort()).toEqual(['New', 'Old']);
  expect(await titles('giraffe')).toHaveLength(6);
});

test('reports unavailable files and invalid queries', async () => {
  expect((await search('zebra')).status).toBe(503);
  expect((await search('')).status).toBe(400);
  expect((await search('zebra', nowhere)).status).toBe(503);
});

test.each([
  'a'.repeat(10_000),
  '"'.repeat(10_000),
  'tag:'.repeat(2500),
  `-${'x '.repeat(5000)}`,
  '\u{1F600}'.repeat(5000),
])('a hostile query is answered quickly', async (query) => {
  await write({ title: 'One zebra', body: 'a x '.repeat(1000) });
  await site.publish();
  const work = await cpuMsOf(async () => expect((await search(query)).status).toBe(200));
  expect(work).toBeLessThan(2000);
});

test('related notes found by a build are available to pages rendered since, and newer notes have none', async () => {
  const first = await write({ title: 'One giraffe', tags: ['giraffes'] });
  await write({ title: 'Über giraffes', tags: ['giraffes'] });
  await site.publish();
  // The page times out after a second, which may be too short on a busy machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await publishedNext(site.url, first.uuid)).toMatchObject([
    {
      note: { title: 'Über giraffes', slug: 'uber-giraffes' },
      author: { name: 'Ann' },
      why: 'Both are tagged giraffes',
    },
  ]);
  const later = await write({ title: 'A third giraffe', tags: ['giraffes'] });
  expect(await publishedNext(site.url, later.uuid)).toEqual([]);
  site.clear();
  expect(await publishedNext(site.url, first.uuid)).toEqual([]);
});

test('a process that serves the site itself reads the search build once per release, and again for the next release', async () => {
  const origin = 'https://served-here.example';
  const asked: string[] = [];
  const answer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return new Response(site.files.get(pathname) as Uint8Array<ArrayBuffer>);
  };
  answerWithinProcess(origin, answer, () => site.files);
  const found = async () => (await search('zebra', origin)).body.notes.map(({ title }) => title).sort();
  const lookups = () => asked.splice(0).filter((path) => path === '/builds/latest.json').length;
  await write({ title: 'One zebra' });
  await site.publish();
  expect([await found(), await found(), lookups()]).toEqual([['One zebra'], ['One zebra'], 1]);
  await write({ title: 'Two zebras' });
  await site.publish();
  expect([await found(), await found(), lookups()]).toEqual([
    ['One zebra', 'Two zebras'],
    ['One zebra', 'Two zebras'],
    1,
  ]);
});
