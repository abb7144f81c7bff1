import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import modelReading from '../../functions/model-reading.ts';
import { changedNote, noteFrom } from '../../src/domain/note-changes.ts';
import { NewNote, type NotePatch } from '../../src/domain/note.ts';
import { embeddingSettings } from '../../src/server/assistant/model.ts';
import { nearness, unpackedVector } from '../../src/server/assistant/vector.ts';
import { letModelEmbed } from '../../src/server/assistant/vector-reading.ts';
import { examine, repair } from '../../src/server/doctor/doctor.ts';
import { environment } from '../../src/server/env.ts';
import { keys } from '../../src/server/store/keys.ts';
import { createNote, deleteNote, readNote, replaceNote } from '../../src/server/store/notes.ts';
import { storedVectors, vectorsSince } from '../../src/server/store/vectors.ts';
import { startApi, type Api, type Person } from '../support/api.ts';
import { startModelServer, type Embedding } from '../support/model-server.ts';

let model: Awaited<ReturnType<typeof startModelServer>>;
let api: Api;
let ada: Person;
let bea: Person;

beforeAll(async () => {
  model = await startModelServer();
  api = await startApi({ AI_BASE_URL: model.url, AI_EMBEDDING_MODEL: 'e', AI_TOKENS_MONTHLY_PERSON: '5000' });
});
afterAll(() => Promise.all([api.stop(), model.stop()]));
beforeEach(async () => {
  await api.store.redis.flushall();
  [ada, bea] = [await api.signUp('ada'), await api.signUp('bea')];
  model.embedBy('meaning');
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function write(fields: Partial<NewNote> = {}, by = ada): Promise<string> {
  const draft = NewNote.parse({ title: 'Bees', body: 'A hive of bees.', ...fields });
  const note = noteFrom(draft, { uuid: uuidv7(), authorId: by.user.id, now: new Date() });
  await createNote(api.store.redis, note);
  return note.uuid;
}

async function edit(uuid: string, patch: Omit<NotePatch, 'rev'>): Promise<void> {
  const note = await readNote(api.store.redis, uuid);
  if (!note || !('visibility' in note)) throw new Error('There is no such note.');
  await replaceNote(api.store.redis, changedNote(note, { rev: note.rev, ...patch }, new Date()));
}

function run({ now = new Date(), patienceMs = 5_000, embedding = 'e' } = {}) {
  const settings = embeddingSettings({ ...environment(), AI_EMBEDDING_MODEL: embedding });
  if (!settings) throw new Error('There is no model.');
  return letModelEmbed(api.store.redis, settings, { now, limits: { notes: 50, ms: 60_000, patienceMs } });
}

const known = async () => (await api.store.redis.hkeys(keys.vectors)).sort();
const vectorOf = async (uuid: string) => (await storedVectors(api.store.redis, [uuid]))[0]?.vector;

test('public notes get a vector once a text: another run, or other tags, ask for nothing', async () => {
  const uuid = await write();
  expect(await run()).toEqual({ made: 1, asked: 1 });
  expect(model.embedded).toEqual(['Bees\nA hive of bees.']);
  await edit(uuid, { tags: ['insects'] });
  expect(await run()).toEqual({ made: 0, asked: 0 });
});

test('a vector takes 256 bytes, and the note with the same meaning is the nearest', async () => {
  const [hive, honey, ships] = [
    await write(),
    await write({ title: 'Honey', body: 'From the apiary.' }),
    await write({ title: 'Ships', body: 'A voyage by boat.' }),
  ];
  await run();
  const [one, same, other] = await Promise.all(
    [hive, honey, ships].map(async (uuid) => unpackedVector((await vectorOf(uuid)) ?? '')),
  );
  expect(one?.bytes).toHaveLength(256);
  expect(nearness(one!, same!)).toBeGreaterThan(0.9);
  expect(nearness(one!, other!)).toBeLessThan(0.2);
});

test('an edit of the text has its vector made anew', async () => {
  const uuid = await write();
  await run();
  const before = await vectorOf(uuid);
  await edit(uuid, { body: 'Now of ships at sea, of sails and of a long voyage.' });
  expect(await run()).toEqual({ made: 1, asked: 1 });
  expect(await vectorOf(uuid)).not.toBe(before);
});

test('what is taken back, hidden from others, kept from models or deleted loses its vector, and whoever knew it is told', async () => {
  const { redis } = api.store;
  const [kept, ...gone] = [await write(), await write(), await write(), await write(), await write()];
  await run();
  const { newest } = await vectorsSince(redis, 'e', 0);
  await edit(gone[0]!, { visibility: 'private' });
  await edit(gone[1]!, { visibility: 'unlisted' });
  await edit(gone[2]!, { noModel: true });
  await deleteNote(redis, {
    uuid: gone[3]!,
    rev: 2,
    authorId: ada.user.id,
    deletedAt: new Date().toISOString(),
  });
  expect(await run()).toEqual({ made: 0, asked: 0 });
  expect(await known()).toEqual([kept]);
  const { changes } = await vectorsSince(redis, 'e', newest);
  expect(new Map(changes)).toEqual(new Map(gone.map((uuid) => [uuid, undefined])));
});

test('notes that are not public, or kept from models, are never sent', async () => {
  await write({ visibility: 'private' });
  await write({ visibility: 'draft' });
  await write({ visibility: 'unlisted' });
  await write({ noModel: true });
  expect(await run()).toEqual({ made: 0, asked: 0 });
  expect(model.embedded).toEqual([]);
});

test('a note that changes while its vector is made keeps none of its former text', async () => {
  const uuid = await write();
  const running = run();
  await edit(uuid, { visibility: 'private' });
  await running;
  await run();
  expect(await known()).toEqual([]);
});

test('another model’s vectors take the place of all', async () => {
  const uuid = await write();
  await run();
  expect(await run({ embedding: 'another' })).toEqual({ made: 1, asked: 1 });
  expect((await vectorsSince(api.store.redis, 'e', 0)).changes).toEqual([]);
  expect((await vectorsSince(api.store.redis, 'another', 0)).changes).toMatchObject([[uuid, expect.any(String)]]);
});

const month = (now: Date) => keys.assistantSpent(now.toISOString().slice(0, 7));

test('what was spent is counted, and notes of whose author’s budget is spent are read once the new month begins', async () => {
  const { redis } = api.store;
  const [november, december, january] = ['2026-11-30', '2026-12-01', '2027-01-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ];
  await write();
  await run({ now: november });
  expect(Number(await redis.hget(month(november), 'all'))).toBeLessThanOrEqual(8);
  const spent = { [`person:${ada.user.id}`]: 4_999 };
  await redis.hset(month(november), spent);
  const waiting = await write({ title: 'Of a whole November' });
  const hers = await write({}, bea);
  expect(await run({ now: november })).toEqual({ made: 1, asked: 1 });
  expect(await known()).toContain(hers);
  expect(await run({ now: november })).toEqual({ made: 0, asked: 0 });
  await redis.hset(month(december), spent);
  expect(await run({ now: december })).toEqual({ made: 0, asked: 0 });
  expect(await run({ now: january })).toEqual({ made: 1, asked: 1 });
  expect(await known()).toContain(waiting);
  expect(await run({ now: january })).toEqual({ made: 0, asked: 0 });
});

test('while the budget of all is spent nothing is asked, and later it goes on there', async () => {
  const { redis } = api.store;
  await write();
  await redis.hset(month(new Date()), { all: 2_000_000 });
  expect(await run()).toEqual({ made: 0, asked: 0 });
  await redis.del(month(new Date()), keys.vectorPause);
  expect(await run()).toEqual({ made: 1, asked: 1 });
});

const failures: [string, Embedding][] = [
  ['429 with Retry-After', { status: 429, retryAfter: 1234 }],
  ['500', { status: 500 }],
  ['401', { status: 401 }],
  ['no answer in time', 'silent'],
];

test.each(failures)('after %s the model is left alone, and later it is asked again', async (what, embedding) => {
  await write();
  model.embedBy(embedding);
  expect(await run({ patienceMs: 200 })).toEqual({ made: 0, asked: 1 });
  expect(await run()).toEqual({ made: 0, asked: 0 });
  expect(console.warn).toHaveBeenCalledTimes(1);
  const pause = await api.store.redis.ttl(keys.vectorPause);
  expect(pause).toBeGreaterThan(what.startsWith('429') ? 1_000 : 100);
  await api.store.redis.del(keys.vectorPause);
  model.embedBy('meaning');
  expect(await run()).toEqual({ made: 1, asked: 1 });
});

test.each<Embedding>(['none', 'too few'])('vectors that are of no use (%s) are not kept', async (embedding) => {
  await write();
  await write({ title: 'Another' });
  model.embedBy(embedding);
  expect(await run()).toEqual({ made: 0, asked: 2 });
  expect(await known()).toEqual([]);
  expect(console.warn).toHaveBeenCalledTimes(1);
});

test('a text that the provider refuses does not take the others along, and is passed by after three tries', async () => {
  const [one, , other] = [
    await write({ title: 'One' }),
    await write({ title: 'Refused' }),
    await write({ title: 'Other' }),
  ];
  model.embedBy({ status: 400, over: 'Refused' });
  for (const _ of [1, 2, 3]) {
    await run();
    await api.store.redis.del(keys.vectorPause);
  }
  expect(await known()).toEqual([one, other].sort());
  model.embedBy('meaning');
  expect(await run()).toEqual({ made: 0, asked: 0 });
});

test('two runs at once are one', async () => {
  await write();
  const runs = await Promise.all([run(), run()]);
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  expect(model.embedded).toHaveLength(1);
});

test('of too many notes the last that were read keep their vectors', async () => {
  const { redis } = api.store;
  const old = Array.from({ length: 10_000 }, (_, index) => index + 1);
  for (let at = 0; at < old.length; at += 1_000) {
    const [first, ...others] = old.slice(at, at + 1_000).map((score) => ({ score, member: `old-${score}` }));
    if (first) await redis.zadd(keys.vectorLog, first, ...others);
  }
  await redis.hset(keys.vectors, { 'old-1': 'x', 'old-2': 'y' });
  await redis.set(keys.vectorModel, 'e');
  const uuid = await write();
  await run();
  expect(await known()).toEqual([uuid, 'old-2'].sort());
  expect(await redis.zcard(keys.vectorLog)).toBe(10_000);
});

test('a person’s download has the vectors of their notes', async () => {
  const uuid = await write();
  await run();
  const vector = await vectorOf(uuid);
  const { body } = await api.call('GET', '/api/account/data', { cookie: ada.cookie });
  expect(body.notes).toMatchObject([{ uuid, vector }]);
});

test('the doctor finds vectors that should have gone and changes that nobody hears of, and mends both', async () => {
  const { redis } = api.store;
  const [kept, gone] = [await write(), await write()];
  await run();
  expect(await examine(redis)).toEqual([]);
  const { newest } = await vectorsSince(redis, 'e', 0);
  await edit(gone, { visibility: 'private' });
  expect((await examine(redis)).map(({ key }) => key)).toEqual([keys.vectors, keys.vectorLog]);
  expect(await repair(redis)).toMatchObject({ left: [] });
  expect(await known()).toEqual([kept]);
  expect((await vectorsSince(redis, 'e', newest)).changes).toEqual([[gone, undefined]]);
  await redis.zrem(keys.vectorLog, kept);
  expect((await examine(redis)).map(({ key }) => key)).toEqual([keys.vectorLog]);
  expect(await repair(redis)).toMatchObject({ left: [] });
  expect((await vectorsSince(redis, 'e', newest)).changes).toContainEqual([kept, expect.any(String)]);
});

test('no model makes vectors where none is named, or every call of one is turned off', () => {
  expect(embeddingSettings({ ...environment(), ASSISTANT_MODEL: 'off' })).toBeUndefined();
  expect(embeddingSettings({ AI_BASE_URL: 'https://model.example', AI_MODEL: 'm' })).toBeUndefined();
});

test('the background function has vectors made where only they are asked for', async () => {
  const uuid = await write();
  await modelReading();
  expect(await known()).toEqual([uuid]);
  expect(model.calls.at(-1)).toBe('POST /v1/embeddings');
});
