import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileHead } from '../../../../src/transfer/formats/sniff.ts';
import { chunksOf } from '../../../../src/transfer/formats/file.ts';
import { mostConfident, type Format } from '../../../../src/transfer/formats/format.ts';
import { formats } from '../../../../src/transfer/formats/formats.ts';
import { openFile } from '../../../../src/transfer/formats/open-file.ts';
import { textOf } from '../../../../src/transfer/formats/text/text.ts';
import { fileOf, fixture, fixturePath } from '../../../support/import-files.ts';

/** Files that are meaningful only together with others of their folder. */
const parts = [/^omnivore\/content\//, /\.png$/, /^notion.*\.csv$/];

const folder = fixturePath('');
const fixtures = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  .filter((name) => !parts.some((part) => part.test(name)));

const namesFor = (text: string, name = 'file') =>
  mostConfident(formats, new FileHead(text, name)).map((each) => each.name);

describe('every example file', () => {
  test.each(fixtures)('%s is recognised by exactly one reader', async (name) => {
    const text = (await Array.fromAsync(textOf(chunksOf((await fixture(name)).stream())))).join('');
    expect(text.startsWith('PK') ? ['archive'] : namesFor(text, name)).toHaveLength(1);
  });

  test('every reader has a unique name', () => {
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
  });
});

describe('nested content does not affect recognition', () => {
  const inside = '<!DOCTYPE NETSCAPE-Bookmark-file-1><title>Pocket Export</title><dl><dt><a href="https://a.example">';
  const note = { uuid: '01890000-0000-7000-8000-000000000001', title: inside, body: inside };

  test.each([
    ['a string of JSON', JSON.stringify({ commonplace: 1, notes: [note] }), 'Commonplace (JSON)'],
    [
      'a cell',
      `title,url,time_added\n"${inside.replaceAll('"', '""')}",https://b.example,1600000000\n`,
      'Pocket (CSV)',
    ],
    [
      'a cell with names of columns',
      'title,url\n"id,title,note,excerpt,url,folder",https://b.example\n',
      'CSV with addresses or texts',
    ],
    ['front matter', `---\ntitle: '${inside}'\n---\n\n${inside}`, 'Markdown'],
    ['a block of code', `# Bookmarks\n\n\`\`\`html\n${inside}\n\`\`\`\n`, 'Markdown'],
    ['a table of Markdown', '| title | url |\n| --- | --- |\n| A | https://a.example |\n', 'Markdown', 'a.md'],
    ['a comment', `<!-- ${inside} --><!DOCTYPE netscape-bookmark-file-1><dl>`, 'Bookmarks (HTML)'],
  ])('%s', (_, text, format, name = 'file') => {
    expect(namesFor(text, name)).toEqual([format]);
  });

  test.each([
    ['a comment', `<!doctype html><!-- ${inside} --><p>A page`],
    ['a script', `<!doctype html><script>'${inside}'</script><p>A page`],
    ['an attribute', `<!doctype html><p title='${inside}'>A page`],
    ['a list of terms on a page', '<!doctype html><dl><dt>Term <a href="#">x</a><dd>What it is</dl>'],
    ['words in brackets', '[1] A footnote, "bookmarks": [{"createdAt": 1}]'],
  ])('%s, and no reader is sure', (_, text) => {
    expect(namesFor(text)).toEqual([]);
  });
});

test('if two readers are equally sure both are named, and the file is not read', async () => {
  const format = (name: string): Format => ({ name, confidence: () => 0.5, items: async function* () {} });
  const both = [format('One'), { ...format('Half'), confidence: () => 0.2 }, format('Other')];
  expect(mostConfident(both, new FileHead('x', 'x')).map(({ name }) => name)).toEqual(['One', 'Other']);
});

test('an unknown file is reported with its first words', async () => {
  expect(await openFile(fileOf('Dear reader', 'x'))).toEqual({
    ok: false,
    why: expect.stringMatching(/^This file begins with “Dear reader”/) as string,
  });
});

describe('the form of JSON is recognised', () => {
  const form = (text: string) => new FileHead(text, 'x').json();

  test.each([
    ['of a list', '[{"a":1,"b":{"c":[{"d":2}]}},{"e":1}]', 'list', [], { '': ['a', 'b'] }],
    [
      'of an object',
      '{"x":1,"list":[{"a":1}],"deep":{"list":[{"z":1}]}}',
      'object',
      ['x', 'list', 'deep'],
      { list: ['a'] },
    ],
    ['of an object a line', '{"a":1}\n{"b":2}\n', 'lines', ['a'], {}],
    ['that is cut off in a string', '[{"a":"x\\', 'list', [], { '': ['a'] }],
    ['that has a fault further on', '[{"a":1} oh', 'list', [], { '': ['a'] }],
    ['with other things before the first object', '[1,null,{"a":1}]', 'list', [], { '': ['a'] }],
    ['that has just begun', '{"bookm', 'object', [], {}],
  ])('%s', (_, text, outer, names, items) => {
    const told = form(text);
    expect([told?.form, [...(told?.names ?? [])]]).toEqual([outer, names]);
    expect(Object.fromEntries([...(told?.items ?? [])].map(([list, of]) => [list, [...of]]))).toEqual(items);
  });

  test.each(['[x](y)', '[1] said', '{{template}}', '{"a":1} and more', '["quoted"] words', '[[A note]]', '@book{a}'])(
    '%s is not JSON',
    (text) => expect(form(text)).toBeUndefined(),
  );

  test('at any depth', () => {
    expect(form('['.repeat(100_000))?.form).toBe('list');
  });
});

describe('a table is recognised', () => {
  test.each([
    ['by its first row', 'Title,"U,R",url\n', ',', ['title', 'u,r', 'url']],
    ['by the sign that stands most often between columns', 'a;b,c;url\n', ';', ['a', 'b,c', 'url']],
    ['by the line that spreadsheets write before it', 'sep=|\r\na|url;x,y,z\r\n', '|', ['a', 'url;x,y,z']],
  ])('%s', (_, text, delimiter, columns) => {
    const table = new FileHead(text, 'x').table();
    expect([table?.delimiter, [...(table?.columns ?? [])]]).toEqual([delimiter, columns]);
  });
});
