import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import ask from '../../../functions/assistant.ts';
import searchEndpoint from '../../../functions/api.ts';
import { AnswerLine } from '../../../src/assistant/model/questions.ts';
import { forgetVectors } from '../../../src/assistant/server/semantic-notes.ts';
import type { SearchAnswer } from '../../../src/search/server/routes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { rates } from '../../../src/platform/model/limits.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { callLimit } from '../../../src/platform/server/store/rates.ts';
import { startEmbedding } from '../../support/embedding.ts';
import { disableTimeouts } from '../../support/time-limits.ts';
import { commandCount } from '../../support/store.ts';
import { startSearchSite } from '../../support/builds/search-site.ts';

let place: Awaited<ReturnType<typeof startEmbedding>>;
let site: Awaited<ReturnType<typeof startSearchSite>>;
let bees: string;
let sleep: string;

const others = ['Ships at sea', 'A loaf of bread', 'Clocks and watches', 'Snow and ice', 'Gardens', 'Maps', 'Music'];

beforeAll(async () => {
  disableTimeouts();
  place = await startEmbedding();
  site = await startSearchSite(place.api);
});
afterAll(() => Promise.all([site.stop(), place.stop()]));
beforeEach(async () => {
  await place.reset();
  site.clear();
  forgetVectors();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  bees = await place.write({
    title: 'Of bees',
    body: 'They live in a hive, and what they make there is sold in jars.',
  });
  sleep = await place.write({ title: 'How sleeping helps', body: 'A long slumber restores whoever is tired.' });
  for (const title of others) await place.write({ title, body: `Some words on ${title.toLowerCase()}.` });
  await place.run();
  await site.publish();
  place.model.embedBy('meaning');
});

const context = { params: {}, ip: '203.0.113.7', requestId: 'r' };

async function search(query: string) {
  const request = new Request(`${site.url}/api/search?${new URLSearchParams({ q: query })}`);
  const answer = await searchEndpoint(request, context);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as SearchAnswer).notes;
}

const uuids = async (query: string) => (await search(query)).map(({ uuid }) => uuid);

async function passages(question: object) {
  const request = new Request(`${site.url}/api/assistant/ask`, {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
      Cookie: place.person('ada').cookie,
    },
    body: JSON.stringify(question),
  });
  const answer = await ask(request, context);
  expect(answer.status).toBe(200);
  const [first = ''] = (await answer.text()).split('\n');
  const line = AnswerLine.parse(JSON.parse(first));
  return 'passages' in line ? line.passages : [];
}

test('a note that shares no word with the query is found by its meaning, and marked as such', async () => {
  expect(await search('apiary pollen')).toMatchObject([{ uuid: bees, byMeaning: true, missing: ['apiary', 'pollen'] }]);
});

test('word and semantic matches are ranked together: matches of both come first, and are not marked as semantic', async () => {
  const jars = await place.write({ title: 'Honey', body: 'Jars of glass, jars of clay.' });
  await place.run();
  await site.publish();
  const found = await search('jars of honey');
  expect(found[0]).toMatchObject({ uuid: jars });
  expect(found[0]).not.toHaveProperty('byMeaning');
  expect(found.map(({ uuid }) => uuid)).toContain(bees);
});

test('filters apply to semantic matches too', async () => {
  expect(await uuids('apiary kind:text')).toEqual([bees]);
  expect(await uuids('apiary kind:link')).toEqual([]);
  expect(await uuids('apiary -hive')).toEqual([]);
  expect(await uuids('apiary -kind:text')).toEqual([]);
  expect(await uuids('"apiary pollen"')).toEqual([]);
});

test('a query unrelated to any note finds nothing', async () => {
  expect(await uuids('velvet tango')).toEqual([]);
});

test('once a note is unpublished or closed to models it is no longer found by meaning', async () => {
  await place.edit(bees, { visibility: 'private' });
  expect(await uuids('apiary')).toEqual([]);
  expect(await uuids('insomnia')).toEqual([sleep]);
  await place.edit(sleep, { noModel: true });
  await place.run();
  expect(await uuids('insomnia')).toEqual([]);
});

test('a note embedded after the first search is found by the next one', async () => {
  expect(await uuids('apiary')).toEqual([bees]);
  const more = await place.write({ title: 'Swarms', body: 'When a swarm leaves.' });
  await place.run();
  expect(await uuids('pollen')).toEqual(expect.arrayContaining([bees, more]));
});

test.each([
  ['refuses', { status: 500 }],
  ['says when to come back', { status: 429, retryAfter: 900 }],
  ['gives no vector', 'none'],
] as const)('while the model %s, only words are searched', async (_, embedding) => {
  place.model.embedBy(embedding);
  expect(await uuids('apiary')).toEqual([]);
  expect(await uuids('hive')).toEqual([bees]);
});

test('a failing model gets a pause, which is logged once', async () => {
  place.model.embedBy({ status: 500 });
  for (const query of ['apiary', 'pollen', 'insomnia']) await search(query);
  expect(place.model.embedded).toEqual(['apiary']);
  const warnings = vi.mocked(console.warn).mock.calls.filter(([line]) => String(line).includes('by their words alone'));
  expect(warnings).toHaveLength(1);
});

test('the same query is embedded once, and one without words never', async () => {
  for (const query of ['apiary', 'apiary ', 'tag:apiary', '-apiary', 'ap', '']) {
    await searchEndpoint(new Request(`${site.url}/api/search?q=${encodeURIComponent(query)}`), context);
  }
  expect(place.model.embedded).toEqual(['apiary']);
});

test('all searches share a budget, and once it is spent only words are searched', async () => {
  const month = keys.assistantSpent(new Date().toISOString().slice(0, 7));
  await search('apiary');
  expect(Number(await place.redis.hget(month, 'person:search'))).toBe(7);
  await place.redis.hset(month, { 'person:search': 4_999 });
  expect(await uuids('pollen')).toEqual([]);
  expect(place.model.embedded).toEqual(['apiary']);
});

test('one client searches by meaning a hundred times a day, and others go on', async () => {
  expect(rates.meaningsDaily.calls).toBe(100);
  const { times, calls } = callLimit('meaningsDaily', environment().RATE_LIMIT_SCALE);
  const useUp = "for _ = 1, ARGV[1] do redis.call('RPUSH', KEYS[1], ARGV[2]) end";
  await place.redis.eval(useUp, [times + context.ip], [calls, Date.now()]);
  expect(await uuids('pollen')).toEqual([]);
  const request = new Request(`${site.url}/api/search?q=pollen`);
  const other = await searchEndpoint(request, { ...context, ip: '203.0.113.8' });
  expect(await other.json()).toMatchObject({ notes: [{ uuid: bees }] });
});

test('store calls of a warm function’s search do not grow with the number of vectors', async () => {
  const costOf = async (query: string) => {
    const before = await commandCount(place.redis);
    await search(query);
    return (await commandCount(place.redis)) - before;
  };
  await search('apiary');
  const few = await costOf('pollen');
  for (let index = 0; index < 40; index += 1) await place.write({ title: `Maps ${index}`, body: `Of land ${index}.` });
  await place.run();
  await site.publish();
  await search('honey');
  expect(await costOf('swarm')).toBe(few);
});

test('pages learn that semantic search is available from a request they already make', async () => {
  expect((await place.api.call('GET', '/api/search/fresh')).body).toEqual({ notes: [], gone: [], meaning: true });
});

test('a question in other words is answered with the beginning of the most similar note, marked as such', async () => {
  expect(await passages({ question: 'Where does an apiarist get honey?' })).toMatchObject([
    { title: 'Of bees', text: expect.stringContaining('They live in a hive') as string, near: true },
  ]);
  const [quoted] = await passages({ question: 'What is sold in jars?' });
  expect(quoted).toMatchObject({ title: 'Of bees' });
  expect(quoted).not.toHaveProperty('near');
});

test('a passage of a note closed to models is not embedded for comparison', async () => {
  const own = await place.write({ title: 'My own', body: 'An apiary of my own.', visibility: 'private' });
  const kept = await place.write({ title: 'Kept', body: 'An apiary of theirs.', noModel: true });
  for (const note of [own, kept]) await passages({ task: 'more', question: 'An apiary', note });
  expect(place.model.embedded).toEqual([]);
  const open = await place.write({ title: 'Open', body: 'An apiary of ours.' });
  expect(await passages({ task: 'more', question: 'An apiary', note: open })).toMatchObject([{ near: true }]);
});
