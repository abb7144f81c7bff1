import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startEmbedding } from '../../support/embedding.ts';
import type { Embedding } from '../../support/servers/model-server.ts';

let place: Awaited<ReturnType<typeof startEmbedding>>;

beforeAll(async () => {
  place = await startEmbedding();
});
afterAll(() => place.stop());
beforeEach(async () => {
  await place.reset();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const failures: [string, Embedding][] = [
  ['429 with Retry-After', { status: 429, retryAfter: 1234 }],
  ['500', { status: 500 }],
  ['401', { status: 401 }],
  ['no answer in time', 'silent'],
];

test.each(failures)('after %s the model gets a pause, and is tried again later', async (what, embedding) => {
  await place.write();
  place.model.embedBy(embedding);
  expect(await place.run(embedding === 'silent' ? { timeoutMs: 200 } : {})).toEqual({ made: 0, asked: 1 });
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
  expect(console.warn).toHaveBeenCalledTimes(1);
  const pause = await place.redis.ttl(keys.vectorPause);
  expect(pause).toBeGreaterThan(what.startsWith('429') ? 1_000 : 100);
  await place.redis.del(keys.vectorPause);
  place.model.embedBy('meaning');
  expect(await place.run()).toEqual({ made: 1, asked: 1 });
});

test.each<Embedding>(['none', 'too few'])('invalid vectors (%s) are not stored', async (embedding) => {
  await place.write();
  await place.write({ title: 'Another' });
  place.model.embedBy(embedding);
  expect(await place.run()).toEqual({ made: 0, asked: 2 });
  expect(await place.known()).toEqual([]);
  expect(console.warn).toHaveBeenCalledTimes(1);
});

test('a text that the provider refuses does not affect the others, and is skipped after three attempts', async () => {
  const [one, , other] = [
    await place.write({ title: 'One' }),
    await place.write({ title: 'Refused' }),
    await place.write({ title: 'Other' }),
  ];
  place.model.embedBy({ status: 400, over: 'Refused' });
  for (const _ of [1, 2, 3]) {
    await place.run();
    await place.redis.del(keys.vectorPause);
  }
  expect(await place.known()).toEqual([one, other].sort());
  place.model.embedBy('meaning');
  expect(await place.run()).toEqual({ made: 0, asked: 0 });
});
