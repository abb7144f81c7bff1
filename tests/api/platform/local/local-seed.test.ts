import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCollection, seed, sortableId } from '../../../../netlify/local/seed.ts';
import { Note } from '../../../../src/notes/model/note.ts';
import { readComments } from '../../../../src/discussion/server/store/comments.ts';
import { keys } from '../../../../src/platform/server/store/keys.ts';
import { createNote, listNotes } from '../../../../src/notes/server/store/notes.ts';
import { Redis } from '../../../../src/platform/server/store/redis.ts';
import { notesBy } from '../../../../src/writing/server/notes.ts';
import { dump } from '../../../support/integrity.ts';
import { startStore, type TestStore } from '../../../support/store.ts';

const directory = path.resolve(import.meta.dirname, '../../../../netlify/local/first-collection');
let store: TestStore;
beforeAll(async () => (store = await startStore()));
afterAll(() => store.stop());
beforeEach(() => store.redis.flushdb());

/** A client whose process dies after this many requests. */
class DyingClient extends Redis {
  constructor(connection: { url: string; token: string }, requests: number) {
    super(connection);
    const send = this.client.request.bind(this.client);
    let left = requests;
    this.client.request = (request) => (left-- > 0 ? send(request) : Promise.reject(new Error('killed')));
  }
}

/** Everything stored, except when the seeding finished. */
async function everything() {
  const all = await dump(store.redis);
  all.delete(keys.seededAt);
  return all;
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

test('every machine gets the same ids, which are UUIDs that sort by time', async () => {
  const [once, again] = [await readCollection(directory), await readCollection(directory)];
  expect(once).toEqual(again);
  for (const note of once.notes) expect(Note.parse(note)).toEqual(note);
  const ids = once.notes.map((note) => note.uuid);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  expect(sortableId(new Date(0), 'a')).not.toBe(sortableId(new Date(0), 'b'));
  expect(sortableId(new Date(0), 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('the notes of each author are found by handle and by id', async () => {
  const { people, notes } = await readCollection(directory);
  await seed(store.redis, { directory, empty: false });
  const authors = people.filter(({ id }) => notes.some(({ authorId }) => authorId === id));
  for (const { id, handle } of authors) {
    const [byId, byHandle] = await Promise.all(
      [id, handle].map((author) => notesBy(store.redis, author, {}, undefined)),
    );
    expect(byId?.notes, handle).not.toEqual([]);
    expect(byId).toEqual(byHandle);
  }
});

test('people comment on, vote for and save each other’s notes', async () => {
  const { talk } = await readCollection(directory);
  await seed(store.redis, { directory, empty: false });
  const ids = talk.comments.map(({ id }) => id);
  expect(await readComments(store.redis, ids)).toEqual(talk.comments);
  for (const order of ['hot', 'discussed', 'saved'] as const) {
    const { notes } = await listNotes(store.redis, { order, includePrivate: false, limit: 50 });
    expect(notes.length, order).toBeGreaterThan(3);
  }
});

test.each([25, 60, 75])(
  'a seeding that was killed after %i requests is completed without duplicates',
  async (requests) => {
    await seed(store.redis, { directory, empty: false });
    const whole = await everything();
    await store.redis.flushdb();
    const dying = new DyingClient({ url: store.url, token: store.token }, requests);
    await expect(seed(dying, { directory, empty: false })).rejects.toThrow('killed');
    expect(await everything()).not.toEqual(whole);
    await seed(store.redis, { directory, empty: false });
    expect(await everything()).toEqual(whole);
  },
);

test('a store started empty is not seeded on the next start either', async () => {
  expect(await seed(store.redis, { directory, empty: true })).toEqual({ wrote: 0, because: 'asked not to' });
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: 0, because: 'done before' });
  expect(await stored()).toEqual([]);
});

test('a store that already has notes is left alone', async () => {
  const [note] = (await readCollection(directory)).notes;
  if (!note) throw new Error('The collection is empty.');
  await createNote(store.redis, { ...note, uuid: sortableId(new Date(), 'own'), authorId: 'someone' });
  expect(await seed(store.redis, { directory, empty: false })).toEqual({ wrote: 0, because: 'not empty' });
});
