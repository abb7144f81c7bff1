import { expect, test } from 'vitest';
import { faultsIn, fileOf, itemsIn, readAll, remarksOf, zipOf } from '../../../support/import-files.ts';

/* What readers once changed or dropped without a word. */

const read = async (content: string | Uint8Array, name?: string) => (await readAll(fileOf(content, name))).found;
const itemsOf = async (content: string | Uint8Array, name?: string) => itemsIn(await read(content, name));

test('ids that are longer than exact numbers stay as they are written', async () => {
  const item = '{"url": "https://a.example/", "title": "A", "id": 12345678901234567891, "size": 9007199254740991}';
  const imported = { id: '12345678901234567891', size: 9007199254740991 };
  for (const file of [`[${item}]`, `{"items": [${item}]}`, item, `${item}\n${item}`])
    expect((await itemsOf(file))[0]).toMatchObject({ title: 'A', imported });
});

test('a table of highlights with columns of another program is not taken for ours', async () => {
  const table = 'link,quote,comment,color,title\nhttps://a.example/,Words,Mine,yellow,A\n';
  expect(await itemsOf(table)).toMatchObject([
    { title: 'A', body: 'Mine', highlights: [{ quote: 'Words' }], imported: { color: 'yellow' } },
  ]);
});

test('the address of a page of Notion is the one in the property for it', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const page = '# A\n\nAuthor site: https://me.example/\nURL: https://a.example/\n\nWords.';
  const files = { [`Table ${id}.csv`]: 'Name\nA\n', [`Table ${id}/A ${id}.md`]: page };
  expect(await itemsOf(zipOf(files))).toMatchObject([
    { url: 'https://a.example/', imported: { 'Author site': 'https://me.example/' } },
  ]);
});

test('tags that were separated at spaces, once for a file', async () => {
  const link = (tags: string) => `<DT><A HREF="https://a.example/${tags.length}" TAGS="${tags}">A</A>`;
  const links = (...tags: string[]) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${tags.map(link).join('\n')}</DL>`;
  expect(remarksOf(await read(links('one', 'machine learning', 'a b')))).toEqual([
    'line 2: Tags without commas were separated at spaces in the whole file. Here, “machine learning” became “machine”, “learning”.',
  ]);
  expect(remarksOf(await read(links('one', 'machine learning,x')))).toEqual([]);
});

test('the note of a folder in an outline is reported', async () => {
  const folder = '<outline text="Plan" _note="Why"><outline text="A" url="https://a.example"/></outline>';
  const found = await read(`<opml><body>${folder}</body></opml>`);
  expect(faultsIn(found)).toEqual(['line 1: This folder’s description was left out: “Why”']);
});
