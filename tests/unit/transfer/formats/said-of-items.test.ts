import { expect, test } from 'vitest';
import type { ReadEntry } from '../../../../src/transfer/formats/file.ts';
import { withPictures } from '../../../../src/transfer/formats/uploaded-pictures.ts';
import { FirstNames } from '../../../../src/transfer/formats/json/json-values.ts';
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

test('single values beside the list of a JSON file of an unknown program are named', async () => {
  const items = [{ url: 'https://a.example/', title: 'A' }];
  const found = await read(
    JSON.stringify({
      exported: '2024-05-01',
      version: 3,
      none: null,
      meta: { by: 'ann', rows: [1] },
      items,
      last: true,
    }),
  );
  expect(itemsIn(found)).toMatchObject([{ title: 'A' }]);
  expect(remarksOf(found)).toEqual(['the file: Left out, as it belongs to no item: exported, version, last, meta.by.']);
  expect(faultsIn(found)).toEqual(['meta: One entry was left out: nothing in it can be imported.']);
});

test('all single values of a JSON file of an unknown program are counted, and only the first names are held', async () => {
  const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
  const first = (before = '') => Array.from({ length: 10 }, (_, at) => `${before}k${at}`).join(', ');
  const items = [{ url: 'https://a.example/', title: 'A' }];
  const said = 'the file: Left out, as it belongs to no item: ';
  expect(remarksOf(await read(JSON.stringify({ ...values(40), items })))).toEqual([`${said}${first()}, 30 more.`]);
  const settings = JSON.stringify({ settings: values(2000), rows: [1, 2, 3], items });
  expect(remarksOf(await read(settings))).toEqual([`${said}${first('settings.')}, 1,991 more.`]);
  const names = new FirstNames();
  for (let at = 0; at < 1000; at += 1) names.add(`k${at}`);
  expect([names.names.length, names.count]).toEqual([10, 1000]);
});

test('addresses of a starred repository for people are kept, those for programs left out', async () => {
  const repo = {
    ...{ full_name: 'ann/io', html_url: 'https://github.com/ann/io', stargazers_count: 3, owner: { login: 'ann' } },
    ...{ url: 'https://api.github.com/repos/ann/io', forks_url: 'https://api.github.com/repos/ann/io/forks' },
    ...{
      clone_url: 'https://github.com/ann/io.git',
      mirror_url: 'https://git.example/io',
      funding_url: 'https://give.example/',
    },
  };
  expect(await itemsOf(JSON.stringify([{ starred_at: '2024-05-01T00:00:00Z', repo }]))).toMatchObject([
    { imported: { stargazers_count: 3, mirror_url: 'https://git.example/io', funding_url: 'https://give.example/' } },
  ]);
});

test('a slash within a folder’s name in a table, once for a file', async () => {
  const found = await read(
    'title,link,folder\nA,https://a.example/,Work / Web\nB,https://b.example/,AC/DC\nC,https://c.example/,a/b\n',
  );
  expect(remarksOf(found)).toEqual([
    'line 3: A slash in a folder’s name separates it from the folder around it, so this is “DC” within “AC”.',
  ]);
});

test('a slash after the last folder of a path makes no folder without a name', async () => {
  const found = await read('title,link,folder\nA,https://a.example/,A/B/\n');
  expect(remarksOf(found)).toEqual([
    'line 2: A slash in a folder’s name separates it from the folder around it, so this is “B” within “A”.',
  ]);
});

test('a picture without an address is reported also where a text only links to it or defines it apart', async () => {
  const body = (address: string) =>
    `[words](${address}) ![a](${address} 'b') ![a [b] c](${address})\n\n![a][r]\n\n[r]: ${address}`;
  const read = (async function* (): AsyncGenerator<ReadEntry> {
    yield { place: 'a.md', item: { title: 'A', tags: [], body: body('picture:img%2Fa%20b.png') } };
  })();
  const [item] = itemsIn(await Array.fromAsync(withPictures(read, new Map([['img/a b.png', { why: 'No.' }]]))));
  expect(item).toMatchObject({
    body: body('a%20b.png'),
    aside: ['the file img/a b.png'],
    remarks: ['Not all of its pictures were imported. No.'],
  });
});

test('properties of a page of Notion stand beside what its text refers to', async () => {
  const id = '0123456789abcdef0123456789abcdef';
  const page = '# A\n\nlinks: many\n\n[B](./B.md)';
  const files = { [`Table ${id}.csv`]: 'Name\nA\n', [`Table ${id}/A ${id}.md`]: page };
  expect(await itemsOf(zipOf(files))).toMatchObject([{ imported: { links: 'many', 'imported links': ['./B.md'] } }]);
});

test('what is around items in a JSON file of an unknown program is named, once for objects alike', async () => {
  const day = (date: string, ...pages: string[]) => ({
    date,
    mood: 'good',
    links: pages.map((title) => ({ title, url: `https://a.example/${title}` })),
  });
  const found = await read(JSON.stringify([day('2024-05-01', 'A', 'B'), day('2024-05-02', 'C', 'D')]));
  expect(itemsIn(found)).toHaveLength(4);
  expect(remarksOf(found)).toEqual(['item 1: Left out, as it belongs to no item: date, mood.']);
});

test('feeds shown as folders, descriptions of folders and empty ones in a backup of Firefox', async () => {
  const type = 'text/x-moz-place-container';
  const about = (value: string) => [{ name: 'bookmarkProperties/description', value }];
  const annos = [
    { name: 'livemark/feedURI', value: 'https://feed.example/rss' },
    { name: 'livemark/siteURI', value: 'https://feed.example/' },
  ];
  const page = { title: 'A', type: 'text/x-moz-place', uri: 'https://a.example/' };
  const inner = [page, { title: 'Live', type, annos }, { title: 'Nothing', type }];
  const folder = { title: 'Mine', type, annos: about('Why'), children: inner };
  const menu = { guid: 'menu', title: 'menu', type, root: 'bookmarksMenuFolder', children: [folder] };
  const found = await read(JSON.stringify({ guid: 'root', title: '', root: 'placesRoot', type, children: [menu] }));
  expect(itemsIn(found)).toMatchObject([
    { title: 'A', folders: [['Mine']] },
    { title: 'Live', url: 'https://feed.example/', imported: { 'annos.livemark/feedURI': 'https://feed.example/rss' } },
  ]);
  expect(remarksOf(found)).toEqual(['menu / Mine / item 3: This folder is empty, so no collection was made for it.']);
  expect(faultsIn(found)).toEqual(['menu / item 1: This folder’s description was left out: “Why”']);
});

test('empty lists of Karakeep are named', async () => {
  const bookmark = {
    createdAt: 1718000000,
    title: 'A',
    tags: [],
    lists: ['a'],
    content: { type: 'link', url: 'https://a.example/' },
  };
  const lists = ['a', 'b'].map((id) => ({ id, name: id.toUpperCase(), parentId: null, query: null }));
  const found = await read(JSON.stringify({ bookmarks: [bookmark], lists }));
  expect(remarksOf(found)).toEqual(['lists: This folder is empty, so no collection was made for it.']);
});

test('data of a program in Evernote has its key, and a picture shown twice is one file', async () => {
  const data = '<application-data key="color">blue</application-data><application-data key="size">7</application-data>';
  const shown = '<en-media hash="a1" type="image/png"/>'.repeat(3);
  const resource = '<resource><data>x</data><mime>image/png</mime></resource>';
  const note = `<note><title>A</title><content><![CDATA[<en-note>Text${shown}</en-note>]]></content><note-attributes>${data}</note-attributes>${resource}</note>`;
  const [item] = await itemsOf(`<en-export>${note}</en-export>`);
  expect(item?.imported).toMatchObject({ 'application-data.color': 'blue', 'application-data.size': '7' });
  expect(item?.remarks).toBeUndefined();
});

test('a long page of Roam whose title follows its text', async () => {
  const block = { 'create-time': 1600000000000, string: 'Io is yellow', uid: 'b' };
  const page = { children: Array.from({ length: 2000 }, () => block), title: 'Moons', 'edit-time': 1600000000000 };
  expect(await readAll(fileOf(JSON.stringify([page])))).toMatchObject({ format: 'Roam Research (JSON)' });
});
