import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Migration } from '../../../src/maintenance/schema/migrations.ts';
import { migrations } from '../../../src/maintenance/schema/migrations.ts';
import { migrate, NewerStore, openSchema, schemaVersion } from '../../../src/maintenance/schema/schema.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let store: TestStore;
beforeAll(async () => void (store = await startStore()));
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

const always = () => true;

/** Counts to three, one per batch, and records every call. */
function counting(calls: (string | null)[], version = 2): Migration {
  return {
    version,
    name: 'counts to three',
    async run(redis, cursor) {
      calls.push(cursor);
      const next = Number(cursor ?? 0) + 1;
      await redis.set('counted', String(next));
      return next === 3 ? null : String(next);
    },
  };
}

test('an empty store starts at the newest version, and one without a version at the first', async () => {
  const steps = [counting([])];
  expect(await openSchema(store.redis, 7)).toBe(7);
  await store.redis.flushall();
  await store.redis.set('head', '1');
  expect(await openSchema(store.redis, 7)).toBe(1);
  expect(await migrate(store.redis, always, steps)).toBe('done');
  expect(await store.redis.get('meta:schema')).toBe('2');
});

test('a store of a newer version is refused in one sentence', async () => {
  await store.redis.set('meta:schema', String(schemaVersion + 1));
  const refused = await openSchema(store.redis).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NewerStore);
  expect(String(refused)).toMatch(/written by a newer version .* start that version or a later one/);
});

test('an interrupted step resumes where it stopped, and is applied once', async () => {
  await store.redis.set('head', '1');
  const calls: (string | null)[] = [];
  const steps = [counting(calls)];
  let batches = 0;
  expect(await migrate(store.redis, () => (batches += 1) <= 2, steps)).toBe('unfinished');
  expect(await store.redis.get('meta:schema')).toBe('1');
  expect(await migrate(store.redis, always, steps)).toBe('done');
  expect(await migrate(store.redis, always, steps)).toBe('done');
  expect(calls).toEqual([null, '1', '2']);
  expect(await store.redis.exists('meta:migration', 'meta:migrating')).toBe(0);
});

test('a failing step keeps its position and can be retried', async () => {
  await store.redis.set('head', '1');
  const calls: (string | null)[] = [];
  const good = counting(calls);
  const failing: Migration = {
    ...good,
    run: async (redis, cursor) => {
      if (cursor === '2') throw new Error('the machine went away');
      return good.run(redis, cursor);
    },
  };
  await expect(migrate(store.redis, always, [failing])).rejects.toThrow('the machine went away');
  expect(await migrate(store.redis, always, [good])).toBe('done');
  expect(calls).toEqual([null, '1', '2']);
});

test('two simultaneous runs apply each batch once', async () => {
  await store.redis.set('head', '1');
  const calls: (string | null)[] = [];
  const steps = [counting(calls)];
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(store.redis, always, steps)));
  expect(calls).toEqual([null, '1', '2']);
  expect(outcomes).toContain('done');
  expect(await store.redis.get('meta:schema')).toBe('2');
});

test('the steps of this version are numbered consecutively', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 2));
});
