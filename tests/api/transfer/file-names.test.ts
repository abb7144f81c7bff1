import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote } from '../../../src/notes/server/notes.ts';
import { FileNames } from '../../../src/transfer/server/export/file-names.ts';
import { fileNameOf } from '../../../src/transfer/server/export/markdown.ts';
import { siteFiles } from '../../../src/transfer/server/export/site.ts';
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
        'ß',
        'ss',
        'ς',
        'σ',
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
  fc.constantFrom(
    'CON',
    'nul.txt',
    'com¹',
    'LPT².x',
    'conin$',
    '.hidden',
    '..',
    'ß'.repeat(199),
    `${'a'.repeat(150)}b`,
    `${'a'.repeat(150)}c`,
  ),
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
      expect(new Set(given.map((name) => name.normalize('NFC').toUpperCase())).size).toBe(notes.length);
      for (const name of given) {
        expect(name).not.toMatch(/[<>:"/\\|?*#^[\]\p{Cc}]|^[. ]|\s$|\.md$|^(con|nul|com¹|lpt²|conin\$)(\.|$)/iu);
        expect(Buffer.byteLength(`${name}.md`)).toBeLessThanOrEqual(255);
      }
    }),
    { numRuns: 60, examples: [[['：.md', '：']]] },
  );
});

test('pages of an exported site link to each other by title and by id, and show the words of a missing title', async () => {
  const { redis } = store;
  await redis.flushall();
  const user = { id: 'u_links', handle: 'links', name: 'Links', bio: '', createdAt: new Date(0).toISOString() };
  const write = async (title: string, body: string) => {
    const by = { uuid: uuidv7(), authorId: user.id, now: new Date(1000) };
    const note = noteFrom({ title, body, tags: [], visibility: 'private' }, by);
    await createNote(redis, note);
    return note;
  };
  const ferns = await write('Ferns & moss', '## Where they grow\n\nIn the shade.');
  const words = `To [[ferns & moss#Where they grow]], [there](/note/item?uuid=${ferns.uuid}) and [[nowhere]].`;
  const walks = await write('Walks', words);
  const pages = new Map<string, string | Uint8Array>();
  for await (const { name, text } of siteFiles(redis, user, 'https://commonplace.example', new Date())) {
    pages.set(name, await text());
  }
  const page = pages.get(`notes/${fileNameOf(walks)}.html`);
  const file = `${fileNameOf(ferns)}.html`;
  expect(page).toContain(`<a href="${file}#h-where-they-grow">`);
  expect(page).toContain(`<a href="${file}">there</a> and nowhere.`);
  expect(pages.get(`notes/${file}`)).toContain('id="h-where-they-grow"');
});
