import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { attachmentsLeftOut } from '../../../../src/transfer/formats/field-values.ts';
import { formats } from '../../../../src/transfer/formats/formats.ts';
import { fileOf, fixture, fixturePath, itemsIn, readAll, zippedFixture } from '../../../support/import-files.ts';

/** The documented names of an item's fields, in the order of the table. */
const words = {
  body: 'texts',
  tags: 'tags',
  folders: 'folders',
  at: 'when saved',
  changedAt: 'when changed',
  readAt: 'when read',
  state: 'to read or put away',
  favourite: 'favourites',
  shared: 'who may read it',
  highlights: 'highlights',
  copy: 'copies of pages',
  imported: 'all else',
} as const;

const kept = new Map<string, Set<string>>();

beforeAll(async () => {
  const files = readdirSync(fixturePath(''), { withFileTypes: true }).map(async (entry) =>
    entry.isDirectory() ? fileOf(await zippedFixture(entry.name), entry.name) : fixture(entry.name),
  );
  const liked = { ...(await fixture('letterboxd.csv')), name: 'likes/films.csv' };
  for (const file of [...(await Promise.all(files)), liked]) {
    const { format: named, found } = await readAll(file);
    const format = named === 'Zip archive' ? 'Markdown' : named;
    const names = kept.get(format) ?? new Set<string>();
    kept.set(format, names);
    for (const item of itemsIn(found)) {
      for (const [name, value] of Object.entries(item))
        if (value !== '' && !(Array.isArray(value) && value.length === 0)) names.add(name);
    }
  }
});

test('a skipped file is called by its name, however long its path', () => {
  expect(attachmentsLeftOut(['a/b.pdf', `${'folder/'.repeat(20)}bill.pdf`])).toEqual([
    'the file a/b.pdf',
    'the file …/bill.pdf',
  ]);
});

/** Every program has titles and addresses. */
const said = (format: string) =>
  Object.entries(words)
    .flatMap(([name, word]) => (kept.get(format)?.has(name) ? [word] : []))
    .join(', ');

const isOurs = (format: string) => format.startsWith('Commonplace');
const isKnown = (format: string) =>
  kept.has(format) || kept.has(`${format.replace(/ \((Markdown|HTML)\)$/, '')} (zip)`);

test('every readable format has an example file', () => {
  const without = formats.map(({ name }) => name).filter((name) => !isKnown(name) && !isOurs(name));
  expect(without).toEqual([]);
});

test('docs/import-and-export.md says for every format what is imported, as its example files show', async () => {
  const page = await readFile(new URL('../../../../docs/import-and-export.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const all = [...kept.keys()].filter((format) => !isOurs(format)).toSorted((one, other) => one.localeCompare(other));
  const expected = all.map((format) => ['', format, said(format) || 'addresses alone', '']);
  expect(rows.filter(([, format = '']) => kept.has(format))).toEqual(expected);
});
