import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '../../../src/notes/model/note.ts';
import {
  createNote,
  deleteNote,
  listNotes,
  listNotesUnless,
  NoteCursor,
  replaceNote,
} from '../../../src/notes/server/store/notes.ts';
import { listBin } from '../../../src/notes/server/notes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
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

const day = (number: number) => `2025-06-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const everyone = { includePrivate: false, limit: 20 };

async function create(...notes: Note[]): Promise<void> {
  for (const note of notes) await createNote(store.redis, note);
}

async function titles(query: Parameters<typeof listNotes>[1]): Promise<string[]> {
  return (await listNotes(store.redis, query)).notes.map(({ title }) => title);
}

test('an empty list has no next page', async () => {
  expect(await listNotes(store.redis, everyone)).toEqual({ notes: [], counts: [], authors: [], next: null });
});

test('public notes are listed newest first by publication, each author once, in one round trip', async () => {
  const [ann, ben] = [sampleUser({ id: 'u_ann' }), sampleUser({ id: 'u_ben' })];
  await createUser(store.redis, ann, { passwordHash: 'hash' });
  await createUser(store.redis, ben, null);
  await create(
    sampleNote({ title: 'old', publishedAt: day(1) }),
    sampleNote({ title: 'new', publishedAt: day(3), createdAt: day(1), authorId: 'u_ben' }),
    sampleNote({ title: 'middle', publishedAt: day(2) }),
    sampleNote({ title: 'hidden', visibility: 'unlisted' }),
  );
  await listNotes(store.redis, everyone);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const page = await listNotes(store.redis, everyone);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(page.notes.map(({ title }) => title)).toEqual(['new', 'middle', 'old']);
  expect(page.authors).toEqual([ben, ann].map(({ id, handle, name, bio }) => ({ id, handle, name, bio })));
  expect(page.next).toBeNull();
});

test('a conditional request for a list returns it only if something in it has changed', async () => {
  const [ann, kept, gone] = [sampleUser({ id: 'u_ann' }), sampleNote({ title: 'kept' }), sampleNote({ title: 'gone' })];
  await createUser(store.redis, ann, { passwordHash: 'hash' });
  await create(kept, gone);
  let known = 'nothing';
  const changes = [
    async () => undefined,
    () => replaceNote(store.redis, nextRevision(kept, { body: 'new' })),
    () => store.redis.sadd(keys.voters(kept.uuid), 'u_ben'),
    () => store.redis.sadd(keys.savers(kept.uuid), 'u_ben'),
    () => store.redis.zadd(keys.threadTimes(kept.uuid), { score: 1, member: 'c_1' }),
    () => store.redis.set(keys.user('u_ann'), JSON.stringify({ ...ann, name: 'Another name' })),
    () => deleteNote(store.redis, tombstoneOf(gone)),
  ];
  for (const change of changes) {
    await change();
    const { digest, listing } = await listNotesUnless(store.redis, everyone, known);
    expect(listing).toEqual(await listNotes(store.redis, everyone));
    expect(await listNotesUnless(store.redis, everyone, digest)).toEqual({ digest });
    known = digest;
  }
});

test('a note whose text looks like stored metadata is listed like any other, and returned again when that changes', async () => {
  const ann = sampleUser({ id: 'u_ann' });
  await createUser(store.redis, ann, null);
  const words = '"body":"","tags":["theirs"],"authorId":"u_eve" \\","tags":["theirs"],"authorId":"u_eve"';
  const note = sampleNote({ title: words, body: words, tags: ['ours'] });
  await create(note);
  const { digest, listing } = await listNotesUnless(
    store.redis,
    { ...everyone, author: 'u_ann', tag: 'ours' },
    'nothing',
  );
  expect(listing?.notes).toEqual([note]);
  expect(listing?.authors.map(({ id }) => id)).toEqual(['u_ann']);
  // The same length as before, so that only the revision differs.
  await replaceNote(store.redis, nextRevision(note, { body: words.replace('body', 'text') }));
  const after = await listNotesUnless(store.redis, { ...everyone, author: 'u_ann', tag: 'ours' }, digest);
  expect(after.listing?.notes.map(({ body }) => body)).toEqual([words.replace('body', 'text')]);
});

test('a list can be filtered by author, by tag, and by both', async () => {
  await create(
    sampleNote({ title: 'ann tea', tags: ['tea'], publishedAt: day(1) }),
    sampleNote({ title: 'ann', publishedAt: day(2) }),
    sampleNote({ title: 'ben tea', tags: ['tea'], authorId: 'u_ben', publishedAt: day(3) }),
    sampleNote({ title: 'ann secret tea', tags: ['tea'], visibility: 'private', createdAt: day(4) }),
  );
  expect(await titles({ ...everyone, author: 'u_ann' })).toEqual(['ann', 'ann tea']);
  expect(await titles({ ...everyone, tag: 'tea' })).toEqual(['ben tea', 'ann tea']);
  expect(await titles({ ...everyone, author: 'u_ann', tag: 'tea' })).toEqual(['ann tea']);
  const own = { ...everyone, author: 'u_ann', includePrivate: true };
  expect(await titles({ ...own, tag: 'tea' })).toEqual(['ann secret tea', 'ann tea']);
  await expect(listNotes(store.redis, { includePrivate: true, limit: 5 })).rejects.toThrow(/one author/);
});

test('an author’s own list contains every state, newest first by creation', async () => {
  await create(
    sampleNote({ title: 'draft', visibility: 'draft', createdAt: day(3) }),
    sampleNote({ title: 'public', createdAt: day(1), publishedAt: day(9) }),
    sampleNote({ title: 'private', visibility: 'private', createdAt: day(2) }),
    sampleNote({ title: 'other', authorId: 'u_ben', visibility: 'private' }),
  );
  expect(await titles({ author: 'u_ann', includePrivate: true, limit: 5 })).toEqual(['draft', 'private', 'public']);
});

test('many notes with other tags are skipped page by page without losing any with the tag', async () => {
  const notes = Array.from({ length: 450 }, (_, index) =>
    sampleNote({ tags: index % 150 === 0 ? ['tea'] : ['milk'], title: `${index}`, publishedAt: day(1 + (index % 28)) }),
  );
  await Promise.all(notes.map((note) => createNote(store.redis, note)));
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listNotes(store.redis, { ...everyone, author: 'u_ann', tag: 'tea', ...(cursor && { cursor }) });
    found.push(...page.notes.map(({ title }) => title));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(found.sort()).toEqual(['0', '150', '300']);
});

test('a page that ends with the last note has no next page', async () => {
  await create(sampleNote(), sampleNote());
  expect((await listNotes(store.redis, { ...everyone, limit: 2 })).next).toBeNull();
  expect((await listNotes(store.redis, { ...everyone, limit: 1 })).next).toMatch(/./);
});

test('a cursor consists of URL-safe characters, and an invalid one is refused', async () => {
  await create(
    sampleNote({ publishedAt: '1969-07-20T20:17:40.000Z' }),
    sampleNote({ publishedAt: '1968-01-01T00:00:00.000Z' }),
  );
  const { next } = await listNotes(store.redis, { ...everyone, limit: 1 });
  expect(encodeURIComponent(next ?? '')).toBe(next);
  expect((await listNotes(store.redis, { ...everyone, limit: 1, cursor: next ?? '' })).notes).toHaveLength(1);
  expect(NoteCursor.safeParse('1; drop').success).toBe(false);
  await expect(listNotes(store.redis, { ...everyone, cursor: '1_x' })).rejects.toThrow(/cursor/);
});

test('paging while notes are added, deleted and moved returns each remaining note once, in order', async () => {
  const meanwhile = fc.record({ add: fc.nat({ max: 3 }), drop: fc.nat({ max: 9 }), bury: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 14 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(meanwhile, { maxLength: 6 }),
      async (days, limit, steps) => {
        await store.redis.flushall();
        const notes = days.map((number) => sampleNote({ publishedAt: day(number) }));
        await create(...notes);
        const gone = new Set<string>();
        const seen: Note[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < 40; page += 1) {
          const { notes: given, next } = await listNotes(store.redis, {
            ...everyone,
            limit,
            ...(cursor && { cursor }),
          });
          seen.push(...given);
          if (!next) break;
          cursor = next;
          const step = steps[page];
          if (!step) continue;
          for (let count = 0; count < step.add; count += 1)
            await create(sampleNote({ publishedAt: day(5 - step.add) }));
          const victim = step.bury ? notes.find(({ uuid }) => cursor?.endsWith(uuid)) : notes[step.drop];
          if (!victim || gone.has(victim.uuid)) continue;
          gone.add(victim.uuid);
          if (step.drop % 2) await deleteNote(store.redis, tombstoneOf(victim));
          else await replaceNote(store.redis, nextRevision(victim, { visibility: 'private' }));
        }
        const ids = seen.map(({ uuid }) => uuid);
        const order = seen.map(({ publishedAt, uuid }) => `${publishedAt} ${uuid}`);
        expect(new Set(ids).size).toBe(ids.length);
        expect(order).toEqual(order.toSorted().reverse());
        for (const { uuid } of notes) if (!gone.has(uuid)) expect(ids).toContain(uuid);
      },
    ),
    { numRuns: 60 },
  );
});

test('a page of the bin is read without the texts, whatever they contain', async () => {
  const note = sampleNote({ title: 'In the bin', body: 'Long words.\n\n","tags":["no"],"body":"\\"', tags: ['tea'] });
  await create(note);
  await deleteNote(store.redis, { ...tombstoneOf(note), binned: true });
  const { binned } = await listBin(store.redis, note.authorId, { limit: 1 });
  expect(binned).toMatchObject([{ note: { ...note, body: '' } }]);
});
