import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startGateway } from '../../../../netlify/local/redis/gateway.ts';
import { startRedis } from '../../../../netlify/local/redis/redis.ts';
import type { Note } from '../../../../src/notes/model/note.ts';
import { createNote, readNote, replaceNote } from '../../../../src/notes/server/store/notes.ts';
import { connect, type Redis } from '../../../../src/platform/server/store/redis.ts';
import { createUser, readUser } from '../../../../src/people/server/store/users.ts';
import { checkIntegrity } from '../../../support/integrity.ts';
import { sampleNote, sampleUser, nextRevision } from '../../../support/samples.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(dir: string) {
  const process = await startRedis({ dir });
  stops.push(() => process.stop());
  const gateway = await startGateway({ redis: process.url, token: 'token' });
  stops.push(() => gateway.stop());
  return { pid: process.pid, redis: connect({ url: gateway.url, token: 'token' }) };
}

/** Signs up, writes and edits in a loop, recording what was acknowledged, until the store is gone. */
async function write(redis: Redis, acknowledged: { users: string[]; notes: Map<string, Note> }): Promise<void> {
  try {
    for (;;) {
      const user = sampleUser();
      await createUser(redis, user, { passwordHash: 'hash' });
      acknowledged.users.push(user.id);
      let note = sampleNote({ authorId: user.id, tags: ['tea'] });
      await createNote(redis, note);
      acknowledged.notes.set(note.uuid, note);
      for (const tag of ['milk', 'sugar']) {
        note = nextRevision(note, { tags: [tag] });
        await replaceNote(redis, note);
        acknowledged.notes.set(note.uuid, note);
      }
    }
  } catch {
    // The store was killed: pending writes may have been executed or not.
  }
}

test('a store killed during writes recovers with every acknowledged write', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'commonplace-crash-'));
  stops.push(() => rm(dir, { recursive: true, force: true }));
  const before = await start(dir);
  const acknowledged = { users: [] as string[], notes: new Map<string, Note>() };
  const writers = Array.from({ length: 8 }, () => write(before.redis, acknowledged));
  await expect.poll(() => acknowledged.notes.size, { interval: 5 }).toBeGreaterThan(150);
  process.kill(before.pid, 'SIGKILL');
  await Promise.all(writers);

  const { redis } = await start(dir);
  expect(await checkIntegrity(redis)).toEqual([]);
  for (const id of acknowledged.users) expect(await readUser(redis, id)).toBeDefined();
  for (const note of acknowledged.notes.values()) {
    const found = await readNote(redis, note.uuid);
    expect(found?.rev).toBeGreaterThanOrEqual(note.rev);
  }
});
