import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import background from '../../../functions/background.ts';
import { embeddingSettings } from '../../../src/assistant/server/model/model.ts';
import { cosineSimilarity, unpackedVector } from '../../../src/assistant/server/model/vector-reading.ts';
import { examine, repair } from '../../../src/maintenance/doctor/doctor.ts';
import { environment } from '../../../src/platform/server/env.ts';
import { ownCall } from '../../../src/platform/server/own-call.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { deleteNote } from '../../../src/notes/server/store/notes.ts';
import { vectorsSince } from '../../../src/assistant/server/store/vectors.ts';
import { startEmbedding } from '../../support/embedding.ts';

let place: Awaited<ReturnType<typeof startEmbedding>>;

beforeAll(async () => {
  place = await startEmbedding();
});
afterAll(() => place.stop());
beforeEach(async () => {
  await place.reset();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('each text of a public note is embedded once: another run, or other tags, requests nothing', async () => {
  const uuid = await place.write();
  expect(await place.run()).toEqual({ made: 1, asked: 1 });
  expect(place.model.embedded).toEqual(['Bees\nA hive of bees.']);
  await place.edit(uuid, { tags: ['insects'] });
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
});

test('a vector takes 256 bytes, and the note with the same meaning is the nearest', async () => {
  const vectorOf = async (title: string, body: string) => {
    const uuid = await place.write({ title, body });
    await place.run();
    return unpackedVector(await place.vectorOf(uuid));
  };
  const hive = await vectorOf('Bees', 'A hive of bees.');
  const honey = await vectorOf('Honey', 'From the apiary.');
  const ships = await vectorOf('Ships', 'A voyage by boat.');
  expect(hive.bytes).toHaveLength(256);
  expect(cosineSimilarity(hive, honey)).toBeGreaterThan(0.9);
  expect(cosineSimilarity(hive, ships)).toBeLessThan(0.2);
});

test('an edit of the text creates a new vector', async () => {
  const uuid = await place.write();
  await place.run();
  const before = await place.vectorOf(uuid);
  await place.edit(uuid, { body: 'Now of ships at sea, of sails and of a long voyage.' });
  expect(await place.run()).toEqual({ made: 1, asked: 1 });
  expect(await place.vectorOf(uuid)).not.toBe(before);
});

test('a note that is unpublished, hidden, closed to models or deleted loses its vector, and index readers are notified', async () => {
  const { redis } = place;
  const [kept, ...gone] = [
    await place.write(),
    await place.write(),
    await place.write(),
    await place.write(),
    await place.write(),
  ];
  await place.run();
  const { newest } = await vectorsSince(redis, 'e', 0);
  await place.edit(gone[0], { visibility: 'private' });
  await place.edit(gone[1], { visibility: 'unlisted' });
  await place.edit(gone[2], { noModel: true });
  await deleteNote(redis, {
    uuid: gone[3],
    rev: 2,
    authorId: place.person('ada').user.id,
    deletedAt: new Date().toISOString(),
  });
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
  expect(await place.known()).toEqual([kept]);
  const { changes } = await vectorsSince(redis, 'e', newest);
  expect(new Map(changes)).toEqual(new Map(gone.map((uuid) => [uuid, undefined])));
});

test('notes that are private or closed to models are never sent', async () => {
  await place.write({ visibility: 'private' });
  await place.write({ visibility: 'draft' });
  await place.write({ visibility: 'unlisted' });
  await place.write({ noModel: true });
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
  expect(place.model.embedded).toEqual([]);
});

test('a note that changes while it is embedded keeps no vector of its old text', async () => {
  const uuid = await place.write();
  const running = place.run();
  await place.edit(uuid, { visibility: 'private' });
  await running;
  await place.run();
  expect(await place.known()).toEqual([]);
});

test('vectors of another model replace all existing ones', async () => {
  const uuid = await place.write();
  await place.run();
  expect(await place.run({ embedding: 'another' })).toEqual({ made: 1, asked: 1 });
  expect((await vectorsSince(place.redis, 'e', 0)).changes).toEqual([]);
  expect((await vectorsSince(place.redis, 'another', 0)).changes).toMatchObject([[uuid, expect.any(String)]]);
});

const month = (now: Date) => keys.assistantSpent(now.toISOString().slice(0, 7));

test('spending is counted, and notes skipped for their author’s budget are read in the next month', async () => {
  const { redis } = place;
  const [november, december, january] = ['2026-11-30', '2026-12-01', '2027-01-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ];
  await place.write();
  await place.run({ now: november });
  expect(Number(await redis.hget(month(november), 'all'))).toBeLessThanOrEqual(8);
  const spent = { [`person:${place.person('ada').user.id}`]: 4_999 };
  await redis.hset(month(november), spent);
  const waiting = await place.write({ title: 'Of a whole November' });
  const hers = await place.write({}, 'bea');
  expect(await place.run({ now: november })).toEqual({ made: 1, asked: 1 });
  expect(await place.known()).toContain(hers);
  expect(await place.run({ now: november })).toEqual({ made: 0, asked: 0 });
  await redis.hset(month(december), spent);
  expect(await place.run({ now: december })).toEqual({ made: 0, asked: 0 });
  expect(await place.run({ now: january })).toEqual({ made: 1, asked: 1 });
  expect(await place.known()).toContain(waiting);
  expect(await place.run({ now: january })).toEqual({ made: 0, asked: 0 });
});

test('nothing is requested while the total budget is exhausted, and the next run continues there', async () => {
  const { redis } = place;
  await place.write();
  await redis.hset(month(new Date()), { all: 2_000_000 });
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
  await redis.del(month(new Date()), keys.vectorPause);
  expect(await place.run()).toEqual({ made: 1, asked: 1 });
});

test('simultaneous runs count as one', async () => {
  await place.write();
  const runs = await Promise.all([place.run(), place.run()]);
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  expect(place.model.embedded).toHaveLength(1);
});

test('if there are too many notes, the most recently read keep their vectors', async () => {
  const { redis } = place;
  const old = Array.from({ length: 10_000 }, (_, index) => index + 1);
  for (let at = 0; at < old.length; at += 1_000) {
    const [first, ...others] = old.slice(at, at + 1_000).map((score) => ({ score, member: `old-${score}` }));
    if (first) await redis.zadd(keys.vectorLog, first, ...others);
  }
  await redis.hset(keys.vectors, { 'old-1': 'x', 'old-2': 'y' });
  await redis.set(keys.vectorModel, 'e');
  const uuid = await place.write();
  await place.run();
  expect(await place.known()).toEqual([uuid, 'old-2'].sort());
  expect(await redis.zcard(keys.vectorLog)).toBe(10_000);
});

test('a person’s account download contains the vectors of their notes', async () => {
  const uuid = await place.write();
  await place.run();
  const vector = await place.vectorOf(uuid);
  const { body } = await place.api.call('GET', '/api/account/data', { cookie: place.person('ada').cookie });
  expect(body.notes).toMatchObject([{ uuid, vector }]);
});

test('the doctor finds and removes outdated vectors, and repairs unannounced changes', async () => {
  const { redis } = place;
  const [kept, gone] = [await place.write(), await place.write()];
  await place.run();
  expect(await examine(redis)).toEqual([]);
  const { newest } = await vectorsSince(redis, 'e', 0);
  await place.edit(gone, { visibility: 'private' });
  expect((await examine(redis)).map(({ key }) => key)).toEqual([keys.vectors, keys.vectorLog]);
  expect(await repair(redis)).toMatchObject({ left: [] });
  expect(await place.known()).toEqual([kept]);
  expect((await vectorsSince(redis, 'e', newest)).changes).toEqual([[gone, undefined]]);
  await redis.zrem(keys.vectorLog, kept);
  expect((await examine(redis)).map(({ key }) => key)).toEqual([keys.vectorLog]);
  expect(await repair(redis)).toMatchObject({ left: [] });
  expect((await vectorsSince(redis, 'e', newest)).changes).toContainEqual([kept, expect.any(String)]);
});

test('vectors are not created if no model is configured or all model calls are turned off', () => {
  expect(embeddingSettings({ ...environment(), ASSISTANT_MODEL: 'off' })).toBeUndefined();
  expect(embeddingSettings({ AI_BASE_URL: 'https://model.example', AI_MODEL: 'm' })).toBeUndefined();
});

test('the background function creates vectors even if nothing else uses a model, and only when called by the site', async () => {
  const uuid = await place.write();
  const call = (headers: Record<string, string>) =>
    background(new Request('https://notes.example/?task=model-reading', { method: 'POST', headers }));
  const { SESSION_SECRET: secret } = environment();
  const now = new Date();
  const calls = place.model.calls.length;
  for (const header of [
    undefined,
    'x',
    await ownCall('backup', secret, now),
    await ownCall('model-reading', `another ${secret}`, now),
    await ownCall('model-reading', secret, new Date(now.getTime() - 6 * 60_000)),
  ]) {
    expect((await call(header === undefined ? {} : { 'X-Own-Call': header }))?.status, header).toBe(404);
  }
  expect(place.model.calls).toHaveLength(calls);
  expect(await call({ 'X-Own-Call': await ownCall('model-reading', secret, now) })).toBeUndefined();
  expect(await place.known()).toEqual([uuid]);
  expect(place.model.calls.at(-1)).toBe('POST /v1/embeddings');
});
