import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote } from '../../../src/notes/server/notes.ts';
import { FileNames } from '../../../src/transfer/server/export/file-names.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { v7 as uuidv7 } from 'uuid';

let store: TestStore;
beforeAll(async () => (store = await startStore()));
afterAll(() => store.stop());

const title = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'a',
        'A',
        'İ',
        'ﬁ',
        'é',
        'e\u0301',
        ' ',
        '.',
        ':',
        '/',
        '：',
        '.md',
        '#',
        '(0123456789ab)',
        '日',
        '👩‍👩‍👧',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 }),
  fc.constantFrom('CON', 'nul.txt', '.hidden', '..', 'ß'.repeat(199), `${'a'.repeat(150)}b`, `${'a'.repeat(150)}c`),
);

test('exported files get unique names that every operating system accepts, whatever the titles', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(title, { maxLength: 12 }), async (titles) => {
      const { redis } = store;
      await redis.flushall();
      const by = (at: number) => ({ uuid: uuidv7(), authorId: 'u_names', now: new Date(at * 1000) });
      const notes = titles.map((each, at) =>
        noteFrom({ title: each, body: '', tags: [], visibility: 'private' }, by(at)),
      );
      for (const note of notes) await createNote(redis, note);
      const names = await FileNames.of(redis, 'u_names');
      const given = notes.map((note) => names.nameOf(note));
      expect(new Set(given.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(notes.length);
      for (const name of given) {
        expect(name).not.toMatch(/[<>:"/\\|?*#^[\]\p{Cc}]|^[. ]|\s$|\.md$|^(con|nul)(\.|$)/iu);
        expect(Buffer.byteLength(`${name}.md`)).toBeLessThanOrEqual(255);
      }
    }),
    { numRuns: 60 },
  );
});
