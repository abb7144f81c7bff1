import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesSince, headRevision } from '../../../../src/platform/server/store/changes.ts';
import { isSeeded, markSeeded, storeId } from '../../../../src/platform/server/store/meta.ts';
import { createNote, replaceNote } from '../../../../src/notes/server/store/notes.ts';
import { sampleNote, nextRevision } from '../../../support/samples.ts';
import { startStore } from '../../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

test('an empty store is at revision 0 and has no changes', async () => {
  expect(await headRevision(store.redis)).toBe(0);
  expect(await changesSince(store.redis, 0, 10)).toEqual([]);
});

test('changes are listed oldest first, page by page, each entity once at its last change', async () => {
  const notes = Array.from({ length: 5 }, () => sampleNote());
  for (const note of notes) await createNote(store.redis, note);
  const [first, second, ...rest] = notes;
  if (!first || !second) throw new Error('no notes');
  const page = await changesSince(store.redis, 0, 2);
  expect(page.map(({ revision, id }) => [revision, id])).toEqual([
    [1, first.uuid],
    [2, second.uuid],
  ]);
  await replaceNote(store.redis, nextRevision(first));
  const others = await changesSince(store.redis, 2, 10);
  expect(others.map(({ id }) => id)).toEqual([...rest.map(({ uuid }) => uuid), first.uuid]);
  expect(await changesSince(store.redis, 0, 10)).toHaveLength(5);
  expect(await changesSince(store.redis, 6, 10)).toEqual([]);
});

test('head increases by one with each change, even for simultaneous writes', async () => {
  const written = await Promise.all(Array.from({ length: 40 }, () => createNote(store.redis, sampleNote())));
  const revisions = written.map(({ revision }) => revision ?? 0).sort((one, other) => one - other);
  expect(revisions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(await headRevision(store.redis)).toBe(40);
});

test('a store keeps its id until it is emptied', async () => {
  const [first, same] = await Promise.all([storeId(store.redis), storeId(store.redis)]);
  expect(same).toBe(first);
  await store.redis.flushall();
  expect(await storeId(store.redis)).not.toBe(first);
});

test('a store remembers that it was seeded', async () => {
  expect(await isSeeded(store.redis)).toBe(false);
  await markSeeded(store.redis, new Date());
  expect(await isSeeded(store.redis)).toBe(true);
});
