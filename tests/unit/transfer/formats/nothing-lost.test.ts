import { expect, test } from 'vitest';
import { batchesOf } from '../../../../src/transfer/formats/batches.ts';
import type { ReadEntry } from '../../../../src/transfer/formats/file.ts';
import { faultsIn, fileOf, itemsIn, readAll, zipOf } from '../../../support/import-files.ts';

/* Data in valid files that imports once dropped without a report. */

const read = async (content: string | Uint8Array, name?: string) => (await readAll(fileOf(content, name))).found;
const itemsOf = async (content: string | Uint8Array, name?: string) => itemsIn(await read(content, name));

test('text after a bookmark without DD, and a TOREAD that is neither yes nor no', async () => {
  const list = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${inner}</DL><p>`;
  const link = '<DT><A HREF="https://a.example/" TOREAD="later">A</A> said of it';
  expect(await itemsOf(list(`${link}<DT><A HREF="https://b.example/" TOREAD="yes">B</A>`))).toMatchObject([
    { title: 'A', body: 'said of it', imported: { toread: 'later' } },
    { title: 'B', body: '', state: 'toread' },
  ]);
});

test('cells that are neither yes nor no, and an id that is not a number', async () => {
  const matter = 'Title,URL,Publisher,In Queue,Favorited,Last Interaction Date\nA,https://a.example,P,maybe,some,\n';
  expect((await itemsOf(matter))[0]?.imported).toMatchObject({ 'In Queue': 'maybe', Favorited: 'some' });
  const raindrop =
    'id,title,note,excerpt,url,folder,favorite\n1,A,,,https://a.example,,TRUE\n2,B,,,https://b.example,,?\n';
  expect(await itemsOf(raindrop)).toMatchObject([{ favourite: true }, { imported: { favorite: '?' } }]);
  const linkding = 'id,url,title,description,tag_names,unread,date_added\nx7,https://a.example,A,,,,\n';
  expect((await itemsOf(linkding))[0]?.imported).toMatchObject({ id: 'x7' });
  const pocket = 'title,url,time_added,status\nA,https://a.example,,deleted\n';
  expect((await itemsOf(pocket))[0]?.imported).toEqual({ status: 'deleted' });
});

test('a pinned link of Linkwarden in another person’s collection', async () => {
  const link = (id: number) => ({ id, name: `L${id}`, url: `https://l.example/${id}`, tags: [] });
  const collections = [{ id: 1, name: 'Mine', ownerId: 1, links: [link(1)] }];
  const file = JSON.stringify({ name: 'I', collections, pinnedLinks: [link(1), link(2)] });
  expect((await itemsOf(file)).map(({ title, favourite, folders }) => [title, favourite, folders])).toEqual([
    ['L1', true, [['Mine']]],
    ['L2', true, undefined],
  ]);
});

test('an item’s second title, address or text', async () => {
  const content = { type: 'link', url: 'https://a.example/', sourceUrl: 'https://s.example/', title: 'Its own' };
  const karakeep = { bookmarks: [{ createdAt: 1718000000, title: 'Mine', tags: [], content }] };
  expect((await itemsOf(JSON.stringify(karakeep)))[0]?.imported).toEqual({
    'content.sourceUrl': 'https://s.example/',
    'content.title': 'Its own',
  });
  const opml = '<opml><body><outline text="A" title="Its own" url="https://a.example/"/></body></opml>';
  expect((await itemsOf(opml))[0]?.imported).toEqual({ title: 'Its own' });
  const bib = '@misc{a, title = {A}, note = {One}, note = {Two}, url = {https://a.example}}';
  expect((await itemsOf(bib))[0]).toMatchObject({ body: 'One', imported: { 'note 2': 'Two' } });
  const story = {
    id: 1,
    by: 'jo',
    time: 1340000000,
    type: 'story',
    title: 'A',
    story_title: 'B',
    text: 'x',
    story_text: 'y',
  };
  expect((await itemsOf(JSON.stringify([story])))[0]).toMatchObject({
    body: '> y\n>\n> x',
    imported: { story_title: 'B' },
  });
});

test('uncommon and repeated fields of Evernote', async () => {
  const data = '<application-data key="a">1</application-data><application-data key="b">2</application-data>';
  const note = `<note><title>A</title><rating>5</rating><note-attributes>${data}</note-attributes></note>`;
  expect((await itemsOf(`<en-export>${note}</en-export>`))[0]?.imported).toEqual({
    rating: '5',
    'application-data.a': '1',
    'application-data.b': '2',
  });
});

test('a list of addresses is imported although one of its lines has none, which is reported', async () => {
  const lines = ['My links', 'https://a.example/?q=[1]', 'B https://b.example', 'https://c.example C [PDF]', ''];
  const found = await read(lines.join('\n'), 'links.txt');
  expect(itemsIn(found).map(({ url }) => url)).toEqual([
    'https://a.example/?q=[1]',
    'https://b.example',
    'https://c.example',
  ]);
  expect(faultsIn(found)).toEqual(['line 1: This line has no address, or more than one.']);
});

test('the names of all skipped files of an archive', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `a-picture-with-a-long-name-${at}.png`);
  const archive = zipOf({ 'note.md': '# A', ...Object.fromEntries(names.map((name) => [name, 'x'])) });
  const faults = faultsIn(await read(archive)).join(' ');
  for (const name of names) expect(faults).toContain(name);
});

test('highlights too large to be sent are reported', async () => {
  const highlights = [{ quote: 'x'.repeat(4_000_000), comment: '', prefix: '', suffix: '', start: 0 }];
  const facts = { title: 'A', description: '', author: '', site: '', language: '', published: null };
  const copy = { url: 'https://a.example/', at: '2024-01-01T00:00:00.000Z', html: 'x', minutes: 1 };
  const item = { title: 'A', url: copy.url, body: '', tags: [], highlights };
  const entry: ReadEntry = {
    place: '1',
    item: { ...item, copy: { ...copy, facts: { ...facts, image: null, canonical: null } } },
  };
  const items = (async function* () {
    yield await Promise.resolve(entry);
  })();
  const { value } = await batchesOf(items, 0).next();
  expect(JSON.stringify(value?.entries)).toContain('its highlights, larger than 3.5 MB');
});

test('a RIS title with an address in it, and several addresses in one field', async () => {
  const lines = [
    'TY  - JOUR',
    'TI  - Review of https://a.example/ and more',
    'UR  - https://b.example/x; https://c.example/',
    'ER  - ',
  ];
  expect(await itemsOf(`${lines.join('\n')}\n`)).toMatchObject([
    {
      title: 'Review of https://a.example/ and more',
      url: 'https://b.example/x',
      imported: { UR: 'https://c.example/' },
    },
  ]);
});

test('a Notion link that ends like a picture, and two properties with the same name', async () => {
  const time = (kind: string, name: string, value: string) =>
    `<tr class="property-row property-row-${kind}"><th>${name}</th><td><time>@${value}</time></td></tr>`;
  const page = `<html><body><article id="a" class="page sans"><header><h1 class="page-title">A</h1><table class="properties"><tbody>${time('created_time', 'Made', 'March 4, 2024 5:06 AM')}${time('date', 'Created time', 'May 6, 2024')}</tbody></table></header><div class="page-body"><p>See <a href="https://example.org/map.png">my map</a>.</p></div></article></body></html>`;
  const [item] = await itemsOf(zipOf({ 'A 11111111111111111111111111111111.html': page }), 'notion.zip');
  expect(item).toMatchObject({ body: 'See [my map](https://example.org/map.png).' });
  expect(JSON.stringify(item)).toMatch(/2024-03-04.*May 6, 2024|May 6, 2024.*2024-03-04/);
});

test('the date and text around a saved address, which create no folder', async () => {
  const context = { external_context: { name: 'Io', source: 'io.example', url: 'https://io.example/' } };
  const saved = { timestamp: 1709528767, attachments: [{ data: [context] }], title: 'Ann saved a link.' };
  const [item] = await itemsOf(JSON.stringify({ saves_v2: [saved] }));
  expect(item).toMatchObject({ title: 'Io', url: 'https://io.example/', at: '2024-03-04T05:06:07.000Z' });
  expect(item?.imported).toEqual({ source: 'io.example', title: 'Ann saved a link.' });
  expect(item).not.toHaveProperty('folders');
  const post = { by: { handle: 'ann' }, record: { text: 'Words', embed: { uri: 'https://io.example/', title: 'Io' } } };
  expect(await itemsOf(JSON.stringify([post]))).toMatchObject([{ body: 'Words', imported: { 'by.handle': 'ann' } }]);
});

test('highlights of GoodLinks, and stories of NewsBlur', async () => {
  const marked = { url: 'https://io.example/', title: 'Io', highlights: [{ content: 'is yellow', note: 'Mine' }] };
  expect(await itemsOf(JSON.stringify([marked]))).toMatchObject([
    { highlights: [{ quote: 'is yellow', comment: 'Mine' }] },
  ]);
  const story = { story_title: 'Io', story_permalink: 'https://io.example/', user_tags: ['moons'], story_content: 'x' };
  expect(await itemsOf(JSON.stringify({ stories: [story] }))).toMatchObject([
    { title: 'Io', url: 'https://io.example/', tags: ['moons'], body: '> x' },
  ]);
});

test('JSON entries with title and text but no address, alone or with others', async () => {
  const note = { title: 'A day', content: 'By the sea', tags: ['sea'], created: '2024-03-04T05:06:07Z' };
  const told = { title: 'A day', body: 'By the sea', tags: ['sea'], at: '2024-03-04T05:06:07.000Z' };
  const secret = { title: 'Bank', notes: 'Mine', password: 'x' };
  const link = { title: 'Io', url: 'https://io.example/' };
  expect(await itemsOf(JSON.stringify(note))).toEqual([told]);
  expect(await itemsOf(JSON.stringify({ notes: [note, secret] }))).toEqual([told]);
  const { found } = await readAll(fileOf(JSON.stringify([link, note, secret, { title: 'Empty', content: '' }])));
  expect(itemsIn(found).map(({ title }) => title)).toEqual(['Io', 'A day']);
  expect(faultsIn(found)).toEqual(['item 3: This entry has no web address.', 'item 4: This entry has no web address.']);
});

test('a table with titles and texts but no addresses, unless it contains passwords', async () => {
  const [note, ...others] = await itemsOf('Title;Content;Tags;Rating\nA day;"By *the* sea\nand back";sea;5\n');
  expect(others).toEqual([]);
  expect(note).toEqual({
    title: 'A day',
    body: 'By \\*the\\* sea\\\nand back',
    tags: ['sea'],
    imported: { Rating: '5' },
  });
  const { found } = await readAll(fileOf('Title,User,Password,Notes\nBank,me,secret,x\n', 'a.csv'));
  expect(faultsIn(found)).toEqual(['the file: This file holds passwords, so nothing in it was read.']);
});

test('a repeated name in a JSON object gets a number', async () => {
  const twice =
    '{"url":"https://a.example","title":"A","title":"B","a\\"":1,"a\\\\":2,"x":{"y":1,"y":{"y":2},"y":[3]},"note":"\\"title\\":\\"C\\","}';
  const told = {
    title: 'A',
    body: '"title":"C",',
    imported: { 'title 2': 'B', 'a"': 1, 'a\\': 2, 'x.y': 1, 'x.y 2.y': 2, 'x.y 3': ['3'] },
  };
  for (const json of [`[${twice},{"url":"https://b.example","title":"A"}]`, `${twice}\n${twice}`, twice]) {
    for (const step of [1, 65536]) {
      const [first, ...others] = itemsIn((await readAll(fileOf(json, 'a.json', step))).found);
      expect(first).toMatchObject(told);
      expect(Object.keys(first?.imported ?? {})).toHaveLength(6);
      for (const other of others) expect(other.title).toBe('A');
    }
  }
});
