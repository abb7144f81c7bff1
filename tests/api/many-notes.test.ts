import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNote } from '../../src/server/store/notes.ts';
import { batchesOf, collectionNotes, writeCollection } from '../bench/collection.ts';
import { siteBuilds } from '../support/site-builds.ts';
import { startStore, type TestStore } from '../support/store.ts';

let store: TestStore;

beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

test('a whole site of many notes, made by all threads, is what builds of a few at a time made in one', async () => {
  await writeCollection(store.redis, 0);
  const builds = await siteBuilds(store.redis);
  try {
    // Threads are worth starting from 400 notes on, or 600 files: five batches are both together, and none of them alone.
    for (const notes of batchesOf(collectionNotes(600), 120)) {
      await Promise.all(notes.map((note) => createNote(store.redis, note)));
      await builds.next();
    }
    const site = await builds.site();
    expect(Object.keys(site).length).toBeGreaterThan(1_800);
    expect(await builds.clean()).toEqual(site);
  } finally {
    await builds.remove();
  }
});
