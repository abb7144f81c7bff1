import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteFrom, changedNote } from '../../src/domain/note-changes.ts';
import type { Note, Visibility } from '../../src/domain/note.ts';
import type { PublishedNote } from '../../src/domain/published-note.ts';
import { headRevision } from '../../src/server/store/changes.ts';
import { changeOf, keys } from '../../src/server/store/keys.ts';
import { createNote, deleteNote, replaceNote } from '../../src/server/store/notes.ts';
import { createUser } from '../../src/server/store/users.ts';
import { syncPublished, type SyncTarget } from '../../src/server/sync.ts';
import { startStore, type TestStore } from '../support/store.ts';

const now = new Date('2026-05-01T10:00:00Z');
let store: TestStore;
let written = 0;

beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.redis.flushall();
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: now.toISOString() };
  await createUser(store.redis, user, null);
});

async function write(visibility: Visibility, body = 'Text.'): Promise<Note> {
  written += 1;
  const uuid = `01890000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  const note = noteFrom({ title: `Note ${written}`, body, tags: [], visibility }, { uuid, authorId: 'u_ada', now });
  await createNote(store.redis, note);
  return note;
}

function emptyTarget() {
  const entries = new Map<string, PublishedNote>();
  const state = new Map<string, string>();
  const target: SyncTarget = {
    entries: () => entries.values(),
    set: (uuid, entry) => void entries.set(uuid, entry),
    delete: (uuid) => void entries.delete(uuid),
    clear: () => entries.clear(),
    state: { get: (key) => state.get(key), set: (key, value) => void state.set(key, value) },
  };
  return { target, entries };
}

test('public and unlisted notes arrive ready to show, drafts and private ones never', async () => {
  await Promise.all([write('public', '*Hi*'), write('unlisted'), write('draft'), write('private')]);
  const { target, entries } = emptyTarget();
  await syncPublished(store.redis, target, 'v1');
  const shown = [...entries.values()];
  expect(shown.map(({ note }) => note.visibility).sort()).toEqual(['public', 'unlisted']);
  expect(shown.find(({ note }) => note.visibility === 'public')).toMatchObject({
    html: '<p><em>Hi</em></p>',
    excerpt: 'Hi',
    author: { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '' },
  });
});

test('a second sync reads only what changed since the first', async () => {
  const [edited, removed] = [await write('public'), await write('public'), await write('public')];
  const { target, entries } = emptyTarget();
  expect(await syncPublished(store.redis, target, 'v1')).toMatchObject({ set: 3, fromScratch: true });
  await replaceNote(store.redis, changedNote(edited, { rev: 1, title: 'Changed' }, now));
  await deleteNote(store.redis, { uuid: removed.uuid, rev: 2, authorId: 'u_ada', deletedAt: now.toISOString() });
  expect(await syncPublished(store.redis, target, 'v1')).toMatchObject({ set: 1, removed: 1, fromScratch: false });
  expect([...entries.values()].map(({ note }) => note.title).sort()).toEqual(['Changed', `Note ${written}`]);
  expect(await syncPublished(store.redis, target, 'v1')).toMatchObject({ set: 0, removed: 0 });
});

test('a note made private leaves with the next sync', async () => {
  const note = await write('public');
  const { target, entries } = emptyTarget();
  await syncPublished(store.redis, target, 'v1');
  await replaceNote(store.redis, changedNote(note, { rev: 1, visibility: 'private' }, now));
  await syncPublished(store.redis, target, 'v1');
  expect(entries.size).toBe(0);
});

test.each([{ name: 'Ada L.' }, { bio: 'Counts by steam.' }])(
  'a person who changes %o changes their notes',
  async (change) => {
    await write('public');
    const { target, entries } = emptyTarget();
    await syncPublished(store.redis, target, 'v1');
    const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: now.toISOString(), ...change };
    const revision = (await headRevision(store.redis)) + 1;
    await store.redis
      .multi()
      .set(keys.user('u_ada'), JSON.stringify(user))
      .set(keys.head, revision)
      .zadd(keys.changes, { score: revision, member: changeOf.user('u_ada') })
      .exec();
    expect(await syncPublished(store.redis, target, 'v1')).toMatchObject({ set: 1, revision });
    expect([...entries.values()].map(({ author }) => author)).toEqual([expect.objectContaining(change)]);
  },
);

test('more notes than one batch all arrive', async () => {
  for (let count = 0; count < 410; count += 1) await write('public');
  const { target, entries } = emptyTarget();
  await syncPublished(store.redis, target, 'v1');
  expect(entries.size).toBe(410);
});

test('another store or other code starts from scratch', async () => {
  await write('public');
  const { target, entries } = emptyTarget();
  await syncPublished(store.redis, target, 'v1');
  expect(await syncPublished(store.redis, target, 'v2')).toMatchObject({ fromScratch: true, set: 1 });
  expect(entries.size).toBe(1);
  await store.redis.flushall();
  expect(await syncPublished(store.redis, target, 'another store')).toMatchObject({ fromScratch: true, revision: 0 });
  expect(entries.size).toBe(0);
});
