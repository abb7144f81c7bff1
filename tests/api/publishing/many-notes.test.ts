import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { collectionNotes, writeCollection } from '../../bench/collection.ts';
import { batchesOf } from '../../support/seeded.ts';
import { siteBuilds, fileDigestsIn } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';

/** A build of at most this many files and 400 notes starts no threads. */
const fewFiles = 600;
let store: TestStore;

beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

test('a full build of many notes by all threads equals incremental builds by one', async () => {
  await writeCollection(store.redis, 0);
  const builds = await siteBuilds(store.redis);
  try {
    for (const notes of batchesOf(collectionNotes(450), 50)) {
      await Promise.all(notes.map((note) => createNote(store.redis, note)));
      const { buildId } = await builds.next();
      expect(Object.keys(await fileDigestsIn(path.join(builds.dir, buildId))).length).toBeLessThan(fewFiles);
    }
    const site = await builds.site();
    expect(Object.keys(site).length).toBeGreaterThan(fewFiles);
    expect(await builds.clean()).toEqual(site);
  } finally {
    await builds.remove();
  }
});
