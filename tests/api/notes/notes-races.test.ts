import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNote, deleteNote, readNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { checkIntegrity, dump } from '../../support/integrity.ts';
import { sampleNote, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

describe('races', () => {
  test('of two edits of one revision one wins, and the other is stale and gets the current note', async () => {
    for (let round = 0; round < 50; round += 1) {
      const note = sampleNote();
      await createNote(store.redis, note);
      const edits = ['one', 'other'].map((title) => nextRevision(note, { title }));
      const results = await Promise.all(edits.map((next) => replaceNote(store.redis, next)));
      const winner = edits[results.findIndex(({ ok }) => ok)];
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'stale', current: winner });
      expect(await readNote(store.redis, note.uuid)).toEqual(winner);
    }
  });

  test('of identical simultaneous edits only one wins', async () => {
    const note = sampleNote();
    await createNote(store.redis, note);
    const results = await Promise.all(Array.from({ length: 10 }, () => replaceNote(store.redis, nextRevision(note))));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('edits during a deletion leave the note deleted and in no index', async () => {
    for (let round = 0; round < 30; round += 1) {
      const note = sampleNote({ tags: ['tea', 'milk'] });
      await createNote(store.redis, note);
      const [edit, deletion] = await Promise.all([
        replaceNote(store.redis, nextRevision(note, { tags: ['milk', 'sugar'] })),
        deleteNote(store.redis, tombstoneOf(note)),
      ]);
      expect(deletion.ok).toBe(true);
      expect(edit.ok || edit.reason === 'deleted').toBe(true);
    }
    expect(await checkIntegrity(store.redis)).toEqual([]);
    expect(await store.redis.keys('notes:*')).toEqual([]);
  });
});

test('a write that fails within its script changes nothing', async () => {
  const note = sampleNote({ tags: ['tea'] });
  const broken = ['head', 'changes', 'notes:public', 'notes:tag:tea', 'notes:tag:milk', 'notes:author:u_ann'];
  for (const key of [...broken, 'notes:author:u_ann:public']) {
    await store.redis.flushall();
    await createNote(store.redis, note);
    await store.redis.del(key);
    await store.redis.set(key, 'no sorted set, no number');
    const before = await dump(store.redis);
    await expect(replaceNote(store.redis, nextRevision(note, { tags: ['milk'] }))).rejects.toThrow();
    expect(await dump(store.redis)).toEqual(before);
  }
});
