import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import assistant from '../../../functions/assistant.ts';
import { AnswerLine } from '../../../src/assistant/model/questions.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { disableTimeouts } from '../../support/time-limits.ts';
import { startSearchSite } from '../../support/builds/search-site.ts';
import { nowhere } from '../../support/servers/origin.ts';

let api: Api;
let ada: Person;
let site: Awaited<ReturnType<typeof startSearchSite>>;

const bees = 'Bees dance to tell each other where the flowers are. The angle of the dance is the angle to the sun.';

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
  ada = await api.signUp('ada');
});

async function write(fields: object) {
  const { body } = await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { body: 'Words.', ...fields } });
  if (!body.note) throw new Error(body.detail);
  return { ...body.note, path: body.path ?? '' };
}

function asked(path: string, body: object, origin = site.url) {
  return new Request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', Cookie: ada.cookie },
    body: JSON.stringify(body),
  });
}

const context = { params: {}, ip: '203.0.113.7', requestId: 'r' };

async function passages(question: string, origin = site.url, about: { task?: string; note?: string } = {}) {
  const answer = await assistant(asked('/api/assistant/ask', { question, ...about }, origin), context);
  if (answer.status !== 200) return answer.status;
  const [first = ''] = (await answer.text()).split('\n');
  const line = AnswerLine.parse(JSON.parse(first));
  return 'passages' in line && line.answered ? line.passages : [];
}

async function suggested(body: object) {
  const answer = await assistant(asked('/api/assistant/tags', body), context);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { tags: string[] }).tags;
}

test('the whole site is searched for an answer, including notes newer than the last build', async () => {
  const old = await write({ title: 'Of bees', body: bees });
  await write({ title: 'Of stones', body: 'Stones stay where they are.' });
  await site.publish();
  expect(await passages('How do bees tell where flowers are?')).toEqual([
    { path: old.path, title: 'Of bees', text: bees },
  ]);
  const fresh = await write({ title: 'Of ants', body: 'Ants lay a trail of scent that tells the others the way.' });
  expect(await passages('Which trail of scent do ants lay?')).toMatchObject([{ path: fresh.path }]);
});

test('unpublished notes are never part of an answer, nor are notes that were unpublished since', async () => {
  await write({ title: 'Of bees', body: bees, visibility: 'private' });
  await write({ title: 'Of bees and drafts', body: bees, visibility: 'draft' });
  const { uuid, rev } = await write({ title: 'Of public bees', body: bees });
  await site.publish();
  expect(await passages('How do bees dance?')).toHaveLength(1);
  await api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body: { rev, visibility: 'private' } });
  expect(await passages('How do bees dance?')).toEqual([]);
});

test('a question without matching notes gets no passages', async () => {
  await write({ title: 'Of bees', body: bees });
  await site.publish();
  expect(await passages('Who won the chess championship in Reykjavik?')).toEqual([]);
});

test('search filters in a question are treated as plain words', async () => {
  await write({ title: 'Of bees', body: bees, tags: ['insects'] });
  await site.publish();
  expect(await passages('-bees tag:none "dance flowers" dance of bees?')).toHaveLength(1);
});

test('while the index is unavailable, the response says when to retry', async () => {
  const silent = nowhere;
  expect(await passages('How do bees dance?', silent)).toBe(503);
});

test('related passages come from other notes, and an explanation also uses the passage’s own note', async () => {
  const own = await write({ title: 'My hive', body: `${bees}\n\nA dance of bees is called a waggle.` });
  const other = await write({ title: 'Of ants', body: 'Ants lay trails, bees dance: flowers are far.' });
  await site.publish();
  const more = await passages(bees, site.url, { task: 'more', note: own.uuid });
  expect(more).toMatchObject([{ path: other.path }]);
  const explained = await passages(bees, site.url, { task: 'explain', note: own.uuid });
  expect(explained).toContainEqual(expect.objectContaining({ text: 'A dance of bees is called a waggle.' }));
  expect(explained).not.toContainEqual(expect.objectContaining({ text: bees }));
});

test('a question about a passage has to name the note that contains it', async () => {
  expect(await passages(bees, site.url, { task: 'more' })).toBe(400);
});

test('tags used on similar notes come before words that nobody uses as tags', async () => {
  await write({ title: 'Of bees', body: bees, tags: ['insects', 'language'] });
  await write({ title: 'How bees find flowers', body: `${bees} They remember.`, tags: ['insects'] });
  await write({ title: 'Of stones', body: 'Stones stay where they are.', tags: ['geology'] });
  await site.publish();
  const found = await suggested({ title: 'Why bees dance', text: `${bees} Nobody taught them the dance.` });
  expect(found[0]).toBe('insects');
  expect(found).not.toContain('geology');
});

test('without any notes or without the index, suggested tags are words of the text', async () => {
  expect(await suggested({ title: 'Why bees dance', text: `${bees} Bees dance at noon.` })).toEqual(
    expect.arrayContaining(['bees', 'dance']),
  );
});

test.each([
  ['nothing', {}],
  ['one word', { title: 'Word' }],
  ['emoji', { title: '🙂', text: '🙂🙂🙂' }],
  ['code only', { text: '```\nconst a = 1;\n```' }],
  ['mixed scripts', { title: '本 book كتاب', text: '読書の友。 A book. كتاب جديد.' }],
  ['200 KB of one sign', { text: '>'.repeat(200_000) }],
  ['200 KB of words', { text: 'bees dance '.repeat(18_000) }],
])('at most three tags are suggested for %s, without an error', async (_, body) => {
  expect((await suggested(body)).length).toBeLessThanOrEqual(3);
});

test('suggesting tags stores nothing', async () => {
  const before = await api.dump();
  await suggested({ title: 'Why bees dance', text: bees });
  expect(await api.dump()).toEqual(before);
});

test('visitors get no tag suggestions', async () => {
  expect((await api.call('POST', '/api/assistant/tags', { body: {} })).status).toBe(401);
});
