import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { notesOfLink } from '../../../src/notes/server/store/note-parts.ts';
import { createNote, deleteNote, replaceNote } from '../../../src/notes/server/store/notes.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { sampleNote, sampleUser, nextRevision, tombstoneOf } from '../../support/samples.ts';
import { startStore, type TestStore } from '../../support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.redis.flushall();
  for (const id of ['u_ann', 'u_ben']) await createUser(store.redis, sampleUser({ id, name: id }), null);
});

const url = 'https://example.org/a?id=1';
const link = { kind: 'link', url } as const;

async function found(address: string, userId = 'u_ben') {
  const { everyones, own } = await notesOfLink(store.redis, address, userId, 3);
  return { everyones: everyones.map(({ note }) => note.uuid), own: own.map(({ note }) => note.uuid) };
}

describe('a link that was saved', () => {
  test('is found by any form of its address, newest first, with who saved it', async () => {
    const older = sampleNote({ ...link, uuid: '019a0000-0000-7000-8000-000000000001' });
    const newer = sampleNote({ ...link, uuid: '019b0000-0000-7000-8000-000000000001', authorId: 'u_ben' });
    for (const note of [older, newer, sampleNote({ ...link, url: 'https://example.org/b' }), sampleNote()]) {
      await createNote(store.redis, note);
    }
    const everyones = [newer.uuid, older.uuid];
    expect(await found('HTTPS://example.org:443/a/?utm_source=x&id=1#top')).toEqual({ everyones, own: [newer.uuid] });
    const { everyones: listed } = await notesOfLink(store.redis, url, 'u_ann', 1);
    expect(listed).toMatchObject([{ note: newer, author: { id: 'u_ben' }, comments: 0 }]);
  });

  test('is shown to others only while its note is public', async () => {
    const note = sampleNote({ ...link, visibility: 'private' });
    await createNote(store.redis, note);
    expect(await found(url)).toEqual({ everyones: [], own: [] });
    expect(await found(url, 'u_ann')).toEqual({ everyones: [], own: [note.uuid] });
    const shown = nextRevision(note, { visibility: 'public' });
    await replaceNote(store.redis, shown);
    expect((await found(url)).everyones).toEqual([note.uuid]);
    const hidden = { kind: 'hidden', reason: 'Spam.', at: '2025-06-01T00:00:00.000Z', action: null } as const;
    await replaceNote(store.redis, nextRevision(shown, { hidden }));
    expect(await found(url)).toEqual({ everyones: [], own: [] });
  });

  test('is forgotten when the note’s link is changed or removed, or the note is deleted', async () => {
    const note = sampleNote(link);
    await createNote(store.redis, note);
    const moved = nextRevision(note, { url: 'https://example.org/b' });
    await replaceNote(store.redis, moved);
    expect(await found(url, 'u_ann')).toEqual({ everyones: [], own: [] });
    expect((await found('https://example.org/b')).everyones).toEqual([note.uuid]);
    await deleteNote(store.redis, tombstoneOf(moved));
    expect(await found('https://example.org/b', 'u_ann')).toEqual({ everyones: [], own: [] });
    expect(await store.redis.exists(keys.publicLinks, keys.authorLinks('u_ann'))).toBe(0);
  });
});
