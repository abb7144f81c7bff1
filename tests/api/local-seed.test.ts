import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCollection, seed, sortableId } from '../../netlify/local/seed.ts';
import { Note } from '../../src/domain/note.ts';
import { headRevision } from '../../src/server/store/changes.ts';
import { createNote, listNotes } from '../../src/server/store/notes.ts';
import { Redis } from '../../src/server/store/redis.ts';
import { startStore, type TestStore } from '../support/store.ts';

const directory = path.resolve(import.meta.dirname, '../../netlify/local/first-collection');
let store: TestStore;
beforeAll(async () => (store = await startStore()));
afterAll(() => store.stop());
beforeEach(() => store.redis.flushdb());

/** A client whose process dies after so many requests. */
class DyingClient extends Redis {
  constructor(connection: { url: string; token: string }, requests: number) {
    super(connection);
    const send = this.client.request.bind(this.client);
    let left = requests;
    this.client.request = (request) => (left-- > 0 ? send(request) : Promise.reject(new Error('killed')));
  }
}

async function stored(): Promise<Note[]> {
  const all = { includePrivate: false, limit: 50 };
  return (await listNotes(store.redis, all)).notes;
}

test('an empty store gets the whole collection once, newest first', async () => {
  const { notes } = await readCollection(directory);
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: notes.length });
  expect((await stored()).map((note) => note.uuid)).toEqual(notes.map((note) => note.uuid).reverse());
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: 0, because: 'done before' });
});

test('every machine has the same ids, which are UUIDs that sort by time', async () => {
  const [once, again] = [await readCollection(directory), await readCollection(directory)];
  expect(once).toEqual(again);
  for (const note of once.notes) expect(Note.parse(note)).toEqual(note);
  const ids = once.notes.map((note) => note.uuid);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(sortableId(new Date(0), 'a')).not.toBe(sortableId(new Date(0), 'b'));
  expect(sortableId(new Date(0), 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a seeding that was killed is completed, nothing twice', async () => {
  const dying = new DyingClient({ url: store.url, token: store.token }, 25);
  await expect(seed(dying, { directory, empty: false })).rejects.toThrow('killed');
  const { notes } = await readCollection(directory);
  const done = (await stored()).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(notes.length);
  const head = await headRevision(store.redis);
  await seed(store.redis, { directory, empty: false });
  expect(await stored()).toHaveLength(notes.length);
  expect(await headRevision(store.redis)).toBe(head + notes.length - done);
});

test('an empty start stays empty, also the next time', async () => {
  expect(await seed(store.redis, { directory, empty: true })).toEqual({ wrote: 0, because: 'asked not to' });
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: 0, because: 'done before' });
  expect(await stored()).toEqual([]);
});

test('a store with notes of its own is left alone', async () => {
  const [note] = (await readCollection(directory)).notes;
  if (!note) throw new Error('The collection is empty.');
  await createNote(store.redis, { ...note, uuid: sortableId(new Date(), 'own'), authorId: 'someone' });
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: 0, because: 'not empty' });
});
