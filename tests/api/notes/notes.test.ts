import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changesSince, headRevision } from '../../../src/platform/server/store/changes.ts';
import {
  createNote,
  deleteNote,
  readNote,
  readNotes,
  readNoteWithAuthor,
  replaceNote,
} from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { checkIntegrity, dump } from '../../support/integrity.ts';
import { sampleNote, sampleUser, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore({ timeoutMs: 50_000 });
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());
afterEach(() => {
  vi.restoreAllMocks();
});

const ann = sampleUser({ id: 'u_ann', handle: 'ann', name: 'Ann' });

describe('one note', () => {
  test('is read back as it was written', async () => {
    const note = sampleNote({ tags: ['读书', 'c++'], body: 'A "quote", a \\, a \u0000, a 😀 and\na line.' });
    await createNote(store.redis, note);
    expect(await readNote(store.redis, note.uuid)).toEqual(note);
  });

  test('with half a surrogate pair is stored with a replacement character, and stays editable', async () => {
    const note = sampleNote({ body: 'broken \ud83d end' });
    await createNote(store.redis, note);
    expect(await readNote(store.redis, note.uuid)).toMatchObject({ body: 'broken \ufffd end' });
    expect(await replaceNote(store.redis, nextRevision(note))).toMatchObject({ ok: true });
  });

  test('that was never written is undefined', async () => {
    expect(await readNote(store.redis, sampleNote().uuid)).toBeUndefined();
    expect(await readNoteWithAuthor(store.redis, sampleNote().uuid)).toBeUndefined();
  });

  test('is read with its author, without account secrets, in one round trip', async () => {
    await createUser(store.redis, ann, { passwordHash: 'hash' });
    const note = sampleNote();
    await createNote(store.redis, note);
    await readNoteWithAuthor(store.redis, note.uuid);
    const fetched = vi.spyOn(globalThis, 'fetch');
    const found = await readNoteWithAuthor(store.redis, note.uuid);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(found).toEqual({ note, author: { id: 'u_ann', handle: 'ann', name: 'Ann', bio: '' } });
  });

  test('leaves a tombstone when it is deleted', async () => {
    const note = sampleNote({ tags: ['tea'] });
    await createNote(store.redis, note);
    expect(await deleteNote(store.redis, tombstoneOf(note))).toEqual({ ok: true, revision: 2 });
    expect(await readNoteWithAuthor(store.redis, note.uuid)).toEqual({ deleted: tombstoneOf(note) });
    expect(await deleteNote(store.redis, tombstoneOf(note))).toEqual({ ok: false, reason: 'deleted' });
    expect(await replaceNote(store.redis, nextRevision(note))).toEqual({ ok: false, reason: 'deleted' });
    expect(await checkIntegrity(store.redis)).toEqual([]);
  });

  test('that does not exist can be neither replaced nor deleted', async () => {
    const note = sampleNote();
    expect(await replaceNote(store.redis, nextRevision(note))).toEqual({ ok: false, reason: 'missing' });
    expect(await deleteNote(store.redis, tombstoneOf(note))).toEqual({ ok: false, reason: 'missing' });
    expect(await dump(store.redis)).toEqual(new Map());
  });

  test('cannot be created over another, given to another author, or be public without a date', async () => {
    const note = sampleNote();
    await createNote(store.redis, note);
    const before = await dump(store.redis);
    await expect(createNote(store.redis, { ...note, title: 'Other' })).rejects.toThrow(/exists/);
    await expect(replaceNote(store.redis, nextRevision(note, { authorId: 'u_eve' }))).rejects.toThrow(/foreign/);
    await expect(replaceNote(store.redis, { ...nextRevision(note), publishedAt: null })).rejects.toThrow(/publishedAt/);
    expect(await dump(store.redis)).toEqual(before);
  });
});

test('many notes are returned in the requested order, with gaps for missing ones', async () => {
  const notes = Array.from({ length: 230 }, (_, index) => sampleNote({ title: `Note ${index}` }));
  await Promise.all(notes.filter((_, index) => index % 7 !== 0).map((note) => createNote(store.redis, note)));
  const found = await readNotes(
    store.redis,
    notes.map(({ uuid }) => uuid),
  );
  expect(found).toEqual(notes.map((note, index) => (index % 7 === 0 ? undefined : note)));
  expect(await readNotes(store.redis, [])).toEqual([]);
});

describe('the change log', () => {
  test.for(['draft', 'private'] as const)('does not contain %s notes', async (visibility) => {
    const note = sampleNote({ visibility });
    expect(await createNote(store.redis, note)).toEqual({ revision: null });
    expect(await replaceNote(store.redis, nextRevision(note, { publishedAt: null }))).toEqual({
      ok: true,
      revision: null,
    });
    expect(await deleteNote(store.redis, tombstoneOf(note))).toEqual({ ok: true, revision: null });
    expect(await headRevision(store.redis)).toBe(0);
  });

  test('records unlisted and public notes that are written, changed, unpublished or deleted', async () => {
    const unlisted = sampleNote({ visibility: 'unlisted' });
    expect(await createNote(store.redis, unlisted)).toEqual({ revision: 1 });
    const shown = nextRevision(unlisted, { visibility: 'public' });
    expect(await replaceNote(store.redis, shown)).toEqual({ ok: true, revision: 2 });
    const withdrawn = nextRevision(shown, { visibility: 'private' });
    expect(await replaceNote(store.redis, withdrawn)).toEqual({ ok: true, revision: 3 });
    expect(await replaceNote(store.redis, nextRevision(withdrawn))).toEqual({ ok: true, revision: null });
    expect(await changesSince(store.redis, 0, 10)).toEqual([{ revision: 3, kind: 'note', id: unlisted.uuid }]);
  });
});
