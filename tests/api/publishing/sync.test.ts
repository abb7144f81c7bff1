import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteFrom, changedNote, type Note, type Visibility } from '../../../src/notes/model/note.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import { changeOf, keys } from '../../../src/platform/server/store/keys.ts';
import { createNote, deleteNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { openSnapshot, type Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { preparedNotes, type PrepareNotes } from '../../../src/publishing/server/snapshot/write.ts';
import { syncPublished } from '../../../src/publishing/server/sync.ts';
import { startStore, type TestStore } from '../../support/store.ts';

const now = new Date('2026-05-01T10:00:00Z');
let store: TestStore;
let snapshot: Snapshot;
let dir: string;
let written = 0;

beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.redis.flushall();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-snapshot-'));
  snapshot = await openSnapshot(path.join(dir, 'snapshot.db'), { prerendered: 10_000 });
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: now.toISOString() };
  await createUser(store.redis, user, null);
});

afterEach(async () => {
  snapshot.close();
  await rm(dir, { recursive: true, force: true });
});

async function write(visibility: Visibility, body = 'Text.'): Promise<Note> {
  written += 1;
  const uuid = `01890000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  const note = noteFrom({ title: `Note ${written}`, body, tags: [], visibility }, { uuid, authorId: 'u_ada', now });
  await createNote(store.redis, note);
  return note;
}

const shown = (snapshot: Snapshot) =>
  snapshot.files().flatMap((address) => /^\/note\/detail\/([^/]+)\/[^/]+\/_payload\.json$/.exec(address)?.[1] ?? []);
const entriesOf = async (snapshot: Snapshot) =>
  (await Promise.all(shown(snapshot).map((uuid) => snapshot.content.note(uuid)))).filter(
    (entry) => entry !== undefined,
  );

test('public and unlisted notes are synced ready to show, drafts and private notes never', async () => {
  await Promise.all([write('public', '*Hi*'), write('unlisted'), write('draft'), write('private')]);
  await syncPublished(store.redis, snapshot, 'v1');
  const entries = await entriesOf(snapshot);
  expect(entries.map(({ note }) => note.visibility).sort()).toEqual(['public', 'unlisted']);
  expect(entries.find(({ note }) => note.visibility === 'public')).toMatchObject({
    html: '<p><em>Hi</em></p>',
    excerpt: 'Hi',
    author: { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '' },
  });
});

test('a second sync reads only what changed since the first', async () => {
  const [edited, removed] = [await write('public'), await write('public'), await write('public')];
  expect(await syncPublished(store.redis, snapshot, 'v1')).toMatchObject({ set: 3, fromScratch: true });
  await replaceNote(store.redis, changedNote(edited, { rev: 1, title: 'Changed' }, now));
  await deleteNote(store.redis, { uuid: removed.uuid, rev: 2, authorId: 'u_ada', deletedAt: now.toISOString() });
  expect(await syncPublished(store.redis, snapshot, 'v1')).toMatchObject({ set: 1, removed: 1, fromScratch: false });
  expect((await entriesOf(snapshot)).map(({ note }) => note.title).sort()).toEqual(['Changed', `Note ${written}`]);
  expect(await syncPublished(store.redis, snapshot, 'v1')).toMatchObject({ set: 0, removed: 0 });
});

test('a note made private is removed by the next sync', async () => {
  const note = await write('public');
  await syncPublished(store.redis, snapshot, 'v1');
  await replaceNote(store.redis, changedNote(note, { rev: 1, visibility: 'private' }, now));
  await syncPublished(store.redis, snapshot, 'v1');
  expect(shown(snapshot)).toEqual([]);
});

test.each([{ name: 'Ada L.' }, { bio: 'Counts by steam.' }])(
  'changing %o of a person updates their notes',
  async (change) => {
    await write('public');
    await syncPublished(store.redis, snapshot, 'v1');
    const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: now.toISOString(), ...change };
    const revision = (await headRevision(store.redis)) + 1;
    await store.redis
      .multi()
      .set(keys.user('u_ada'), JSON.stringify(user))
      .set(keys.head, revision)
      .zadd(keys.changes, { score: revision, member: changeOf.user('u_ada') })
      .exec();
    expect(await syncPublished(store.redis, snapshot, 'v1')).toMatchObject({ revision });
    expect((await entriesOf(snapshot)).map(({ author }) => author)).toEqual([expect.objectContaining(change)]);
  },
);

test('more notes than fit in a batch are all synced', async () => {
  for (let count = 0; count < 410; count += 1) await write('public');
  await syncPublished(store.redis, snapshot, 'v1');
  expect(shown(snapshot)).toHaveLength(410);
});

test('an earlier copy of the same store, put in its place, is read from scratch', async () => {
  const { redis } = store;
  await write('public');
  await redis.eval(
    "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, 'copy:' .. key) end",
    [],
    [],
  );
  const lost = [await write('public'), await write('public')];
  await syncPublished(redis, snapshot, 'v1');
  await redis.eval(
    `for _, key in ipairs(redis.call('KEYS', '*')) do if string.sub(key, 1, 5) ~= 'copy:' then redis.call('DEL', key) end end
    for _, key in ipairs(redis.call('KEYS', 'copy:*')) do redis.call('RENAME', key, string.sub(key, 6)) end`,
    [],
    [],
  );
  const since = await write('public');
  await syncPublished(redis, snapshot, 'v1');
  expect(shown(snapshot)).toHaveLength(2);
  expect(shown(snapshot)).toContain(since.uuid);
  for (const { uuid } of lost) expect(shown(snapshot)).not.toContain(uuid);
});

test('a different store or different code starts from scratch', async () => {
  await write('public');
  await syncPublished(store.redis, snapshot, 'v1');
  expect(await syncPublished(store.redis, snapshot, 'v2')).toMatchObject({ fromScratch: true, set: 1 });
  expect(shown(snapshot)).toHaveLength(1);
  await store.redis.flushall();
  expect(await syncPublished(store.redis, snapshot, 'another store')).toMatchObject({ fromScratch: true, revision: 0 });
  expect(shown(snapshot)).toEqual([]);
});

test('a note that cannot be prepared is tried again by each sync, although nothing changed since', async () => {
  const [ill, well] = [await write('public'), await write('public')];
  const failing: PrepareNotes = (notes) => preparedNotes(notes.filter(({ note }) => note.uuid !== ill.uuid));
  for (let turn = 0; turn < 2; turn += 1) {
    await syncPublished(store.redis, snapshot, 'v1', failing);
    expect(shown(snapshot)).toEqual([well.uuid]);
  }
  await syncPublished(store.redis, snapshot, 'v1');
  expect(shown(snapshot).sort()).toEqual([ill.uuid, well.uuid].sort());
  expect(snapshot.unprepared()).toEqual([]);
});
