import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import ask from '../../../functions/assistant.ts';
import searchEndpoint from '../../../functions/api.ts';
import { AnswerLine } from '../../../src/assistant/model/asking.ts';
import { forgetVectors } from '../../../src/assistant/server/semantic-notes.ts';
import type { SearchAnswer } from '../../../src/search/server/routes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
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

test('a note that shares no word with the query is found by what it means, and says so', async () => {
  expect(await search('apiary pollen')).toMatchObject([{ uuid: bees, byMeaning: true, missing: ['apiary', 'pollen'] }]);
});

test('words and meaning are ranked together: what both find comes first, and is no find of meaning alone', async () => {
  const jars = await place.write({ title: 'Honey', body: 'Jars of glass, jars of clay.' });
  await place.run();
  await site.publish();
  const found = await search('jars of honey');
  expect(found[0]).toMatchObject({ uuid: jars });
  expect(found[0]).not.toHaveProperty('byMeaning');
  expect(found.map(({ uuid }) => uuid)).toContain(bees);
});

test('what narrows a search holds for what is found by meaning, too', async () => {
  expect(await uuids('apiary kind:text')).toEqual([bees]);
  expect(await uuids('apiary kind:link')).toEqual([]);
  expect(await uuids('apiary -hive')).toEqual([]);
  expect(await uuids('apiary -kind:text')).toEqual([]);
  expect(await uuids('"apiary pollen"')).toEqual([]);
});

test('what means nothing that is here finds nothing', async () => {
  expect(await uuids('velvet tango')).toEqual([]);
});

test('what is taken back is not found from that moment on, and neither is what its author keeps from models', async () => {
  await place.edit(bees, { visibility: 'private' });
  expect(await uuids('apiary')).toEqual([]);
  expect(await uuids('insomnia')).toEqual([sleep]);
  await place.edit(sleep, { noModel: true });
  await place.run();
  expect(await uuids('insomnia')).toEqual([]);
});

test('a note that was embedded after the first search is found by the next', async () => {
  expect(await uuids('apiary')).toEqual([bees]);
  const more = await place.write({ title: 'Swarms', body: 'When a swarm leaves.' });
  await place.run();
  expect(await uuids('pollen')).toEqual(expect.arrayContaining([bees, more]));
});

test.each([
  ['refuses', { status: 500 }],
  ['says when to come back', { status: 429, retryAfter: 900 }],
  ['gives no vector', 'none'],
] as const)('while the model %s, words alone are searched for', async (_, embedding) => {
  place.model.embedBy(embedding);
  expect(await uuids('apiary')).toEqual([]);
  expect(await uuids('hive')).toEqual([bees]);
});

test('a failing model is left alone for a while, and that is logged once', async () => {
  place.model.embedBy({ status: 500 });
  for (const query of ['apiary', 'pollen', 'insomnia']) await search(query);
  expect(place.model.embedded).toEqual(['apiary']);
  expect(console.warn).toHaveBeenCalledTimes(1);
});

test('the same words are sent once, and what is no words is never sent', async () => {
  for (const query of ['apiary', 'apiary ', 'tag:apiary', '-apiary', 'ap', '']) {
    await searchEndpoint(new Request(`${site.url}/api/search?q=${encodeURIComponent(query)}`), context);
  }
  expect(place.model.embedded).toEqual(['apiary']);
});

test('all searches pay from one budget, and once it is spent words alone are searched for', async () => {
  const month = keys.assistantSpent(new Date().toISOString().slice(0, 7));
  await search('apiary');
  expect(Number(await place.redis.hget(month, 'person:search'))).toBe(7);
  await place.redis.hset(month, { 'person:search': 4_999 });
  expect(await uuids('pollen')).toEqual([]);
  expect(place.model.embedded).toEqual(['apiary']);
});

test('a search of a warm function costs the store the same, however many notes have vectors', async () => {
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

test('pages learn that notes are found by meaning from what they ask for anyway', async () => {
  expect((await place.api.call('GET', '/api/search/fresh')).body).toEqual({ notes: [], gone: [], meaning: true });
});

test('the collection answers in other words by the opening of the note that is near, and says so', async () => {
  expect(await passages({ question: 'Where does an apiarist get honey?' })).toMatchObject([
    { title: 'Of bees', text: expect.stringContaining('They live in a hive') as string, near: true },
  ]);
  const [quoted] = await passages({ question: 'What is sold in jars?' });
  expect(quoted).toMatchObject({ title: 'Of bees' });
  expect(quoted).not.toHaveProperty('near');
});

test('a passage of a note that no model may be sent is not sent to be compared', async () => {
  const own = await place.write({ title: 'My own', body: 'An apiary of my own.', visibility: 'private' });
  const kept = await place.write({ title: 'Kept', body: 'An apiary of theirs.', noModel: true });
  for (const note of [own, kept]) await passages({ task: 'more', question: 'An apiary', note });
  expect(place.model.embedded).toEqual([]);
  const open = await place.write({ title: 'Open', body: 'An apiary of ours.' });
  expect(await passages({ task: 'more', question: 'An apiary', note: open })).toMatchObject([{ near: true }]);
});
