import { expect, test } from 'vitest';
import { importedNote } from '../../../../src/transfer/model/note-of-item.ts';
import { faultsIn, fileOf, fixture, itemsIn, readAll, remarksOf, zipOf } from '../../../support/import-files.ts';

type Fields = Record<string, unknown>;

/** Where an example file has its items, and the required fields. */
const examples: [name: string, list: string | undefined, needed: string[]][] = [
  ['hacker-news-search.json', 'hits', ['objectID', 'story_text', '_highlightResult']],
  ['hacker-news.json', undefined, ['id']],
  ['hypothesis.json', 'annotations', ['uri', 'target', 'document', 'created', 'updated']],
  ['karakeep.json', 'bookmarks', []],
  ['linkding.json', 'results', ['url']],
  ['omnivore/metadata_0_to_20.json', undefined, ['url']],
  ['pinboard.json', undefined, ['href']],
  ['readability.json', 'bookmarks', ['article__url']],
  ['references.json', undefined, ['id', 'type']],
  ['shaarli.json', undefined, []],
  ['wallabag-2.json', undefined, ['url']],
];

/** Values that another version of the program might write into a field. */
const word = 'Unheardof';
const forms = [word, [word], { name: word }, [{ title: word, id: 3 }], [null, word, 5]];

test.each(examples)('%s: the content of a field is imported in whatever form it is', async (name, list, needed) => {
  const whole = JSON.parse(await new Response((await fixture(name)).stream()).text()) as Fields | Fields[];
  const items = (list === undefined ? whole : (whole as Fields)[list]) as Fields[];
  const first = items[0] ?? {};
  const { format } = await readAll(fileOf(JSON.stringify(whole)));
  const lost: string[] = [];
  for (const field of [...Object.keys(first).filter((each) => !needed.includes(each)), 'of another version']) {
    for (const form of forms) {
      const odd = [{ ...first, [field]: form }, ...items.slice(1)];
      const read = await readAll(fileOf(JSON.stringify(list === undefined ? odd : { ...whole, [list]: odd })));
      const isFound = read.found.some((one) => 'item' in one && JSON.stringify(one.item).includes(word));
      if (!isFound || read.format !== format) lost.push(`${field} as ${JSON.stringify(form)}`);
    }
  }
  expect(lost).toEqual([]);
});

const itemsOf = async (content: string | Uint8Array, name?: string) =>
  itemsIn((await readAll(fileOf(content, name))).found);
const itemsOfJson = (value: unknown) => itemsOf(JSON.stringify(value));

test('a response of Pocket’s API: one item each, with its field names', async () => {
  const saved = {
    ...{ item_id: '10', given_url: 'http://short.example/x', resolved_url: 'https://long.example/' },
    ...{ given_title: '', resolved_title: 'Long', favorite: '1', time_added: '1464715504', time_read: '1569145000' },
    tags: { looms: { item_id: '10', tag: 'looms' }, 'two words': { item_id: '10', tag: 'two words' } },
    annotations: [{ item_id: '10', quote: 'Marked', created_at: '2020-01-01 10:00:00' }],
    authors: { 5: { author_id: '5', name: 'Ann', url: 'https://ann.example' } },
  };
  const [item, ...others] = await itemsOfJson({ status: 1, list: { 10: saved } });
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    ...{ title: 'Long', url: 'https://long.example/', tags: ['looms', 'two words'], favourite: true },
    ...{ state: 'archived', at: '2016-05-31T17:25:04.000Z' },
    highlights: [{ quote: 'Marked', createdAt: '2020-01-01T10:00:00.000Z' }],
    imported: { item_id: '10', 'highlight.item_id': '10', given_url: 'http://short.example/x' },
  });
});

test('Pocket’s later table says “read” for archived items', async () => {
  const rows = 'title,url,time_added,cursor,tags,status\r\nA,https://a.example,1728576752,718,looms|two words,read\r\n';
  expect(await itemsOf(rows)).toMatchObject([
    { title: 'A', state: 'archived', tags: ['looms', 'two words'], imported: { cursor: '718' } },
  ]);
});

test('linkding’s table may contain any value for archived', async () => {
  const rows =
    'id,url,title,description,tag_names,unread,is_archived,date_added\n1,https://a.example,A,,looms,maybe,soon,\n';
  expect(await itemsOf(rows)).toMatchObject([
    { title: 'A', tags: ['looms'], imported: { unread: 'maybe', is_archived: 'soon' } },
  ]);
});

test('a single unnamed address in JSON belongs to the object around it, and several are in its folder', async () => {
  const starred = { title: 'Starred', canonical: [{ href: 'https://feed.example/1' }], categories: ['x'] };
  const cards = [{ title: 'A', url: 'https://a.example/' }, 'https://b.example/'];
  const board = { name: 'Board', description: 'What it is for', lists: [{ title: 'Inner', cards }] };
  const { found } = await readAll(fileOf(JSON.stringify({ items: [starred], boards: [board] })));
  expect(itemsIn(found)).toMatchObject([
    { title: 'Starred', url: 'https://feed.example/1', tags: ['x'] },
    { title: 'A', folders: [['Board', 'Inner']] },
    { title: '', url: 'https://b.example/', folders: [['Board', 'Inner']] },
  ]);
  expect(faultsIn(found)).toEqual(['boards, item 1: This folder’s description was left out: “What it is for”']);
});

test('descriptions of lists and collections are reported, and their feeds become links', async () => {
  const list = { id: 'l', name: 'Smart', description: 'Mine', type: 'smart', query: '#keep', parentId: null };
  const bookmark = {
    createdAt: 1718000000,
    title: 'A',
    tags: [],
    content: { type: 'link', url: 'https://a.example/' },
  };
  expect(faultsIn((await readAll(fileOf(JSON.stringify({ bookmarks: [bookmark], lists: [list] })))).found)).toEqual([
    'lists: This folder’s description was left out: “Mine; its search is #keep”',
  ]);
  const collection = { id: 1, name: 'Moss', description: 'Green', ownerId: 1, links: [] };
  const feed = { name: 'Feed', url: 'https://feed.example/rss' };
  const collections = [
    { ...collection, rssSubscriptions: [feed] },
    { ...collection, id: 2, description: '' },
  ];
  const { found } = await readAll(fileOf(JSON.stringify({ name: 'I', collections, pinnedLinks: [] })));
  expect(itemsIn(found)).toMatchObject([{ title: 'Feed', url: 'https://feed.example/rss', folders: [['Moss']] }]);
  expect(faultsIn(found)).toEqual(['collections: This folder’s description was left out: “Green”']);
  expect(remarksOf(found)).toEqual(['collections: This folder is empty, so no collection was made for it.']);
});

test.each([
  ['Monday, March 4th 2024, 5:06:07 am', '2024-03-04T05:06:07.000Z'],
  ['Wed Oct 10 20:19:24 +0200 2018', '2018-10-10T18:19:24.000Z'],
  ['Mon Mar 04 14:00:00 PST 2024', '2024-03-04T22:00:00.000Z'],
  ['10-10-2024', '2024-10-10T00:00:00.000Z'],
  ['March 4, 2024 5:06 AM', '2024-03-04T05:06:00.000Z'],
  ['Mon, 04 Mar 2024 05:06:07 +0100', '2024-03-04T04:06:07.000Z'],
  [{ date: '2024-03-04 05:06:07.000000', timezone_type: 3, timezone: 'UTC' }, '2024-03-04T05:06:07.000Z'],
  [{ $date: { $numberLong: '1709528767000' } }, '2024-03-04T05:06:07.000Z'],
  [{ seconds: 1709528767, nanoseconds: 0 }, '2024-03-04T05:06:07.000Z'],
])('a date written as %j is understood, as UTC if it has no zone', async (written, at) => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    expect(await itemsOfJson([{ url: 'https://a.example/', title: 'A', created: written }])).toMatchObject([{ at }]);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

test('front matter keeps tags next to an empty one, and a list of addresses as an imported field', async () => {
  const head =
    'tags:\n  - looms\n  -\ntag: weaving\nurl: [https://a.example, https://b.example]\ndate created: 2024-03-04';
  const [note] = await itemsOf(`---\n${head}\n---\nText`, 'n.md');
  expect(note).toMatchObject({ tags: ['looms', 'weaving'], at: '2024-03-04T00:00:00.000Z' });
  expect(note?.imported).toEqual({ url: ['https://a.example', 'https://b.example'] });
});

test('an item with an address outside the web is imported for its text, and keeps the address', () => {
  const by = { uuid: '01890000-0000-7000-8000-000000000001', authorId: 'a', now: new Date() };
  const item = { title: 'Letter', url: 'instapaper://private/5', tags: [] };
  expect(importedNote({ ...item, body: '> Words' }, 'private', by)).toMatchObject({
    ...{ ok: true, note: { url: null, body: '> Words' }, fields: { address: 'instapaper://private/5' } },
    says: ['Its address isn’t a web address, so only its text was imported.'],
  });
  expect(importedNote({ ...item, body: ' ' }, 'private', by).ok).toBe(false);
});

test('files of passwords and browsing history next to bookmarks are not read', async () => {
  const { found } = await readAll(
    fileOf(
      zipOf({
        'Passwords.csv': 'Title,URL,Username,Password,Notes,OTPAuth\nBank,https://bank.example/,ada,secret,,\n',
        'History.json': JSON.stringify({ history: [{ url: 'https://a.example/', time_usec: 1, visit_count: 2 }] }),
        'logins.json': JSON.stringify({ items: [{ folderId: null, name: 'Bank', login: { password: 'secret' } }] }),
        'links.csv': 'url,title\nhttps://b.example/,B\n',
      }),
    ),
  );
  expect(itemsIn(found).map(({ title }) => title)).toEqual(['B']);
  expect(faultsIn(found)).toEqual([
    'Passwords.csv: This file holds passwords, so nothing in it was read.',
    'History.json: This is where a browser has been, not what was saved, so nothing in it was read.',
    'logins.json: This file holds passwords, so nothing in it was read.',
  ]);
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('Vivaldi: a bookmark’s description is its text, and its trash is refused', async () => {
  const bookmark = {
    type: 'url',
    name: 'A',
    url: 'https://a.example/',
    meta_info: { Description: 'Mine', Nickname: 'a' },
  };
  const bar = { children: [bookmark] };
  const ofBrowser = (trash: unknown[]) =>
    readAll(fileOf(JSON.stringify({ checksum: 'x', roots: { bookmark_bar: bar, trash: { children: trash } } })));
  const { found } = await ofBrowser([bookmark, { type: 'folder', name: 'Old', children: [bookmark] }]);
  expect(itemsIn(found)).toMatchObject([{ title: 'A', body: 'Mine', imported: { 'meta_info.Nickname': 'a' } }]);
  expect(faultsIn(found)).toEqual([
    'trash / item 1: It’s in the browser’s trash.',
    'trash / Old / item 1: It’s in the browser’s trash.',
  ]);
  expect(faultsIn((await ofBrowser([])).found)).toEqual([]);
});

test('an outline with an address has its note as text', async () => {
  const outline = '<outline text="A" _note="Words &amp; more" url="https://a.example/"/>';
  expect(await itemsOf(`<opml version="2.0"><body>${outline}</body></opml>`)).toMatchObject([
    { title: 'A', body: 'Words & more' },
  ]);
});

test('an empty tag does not hide others, and the only item of a named list keeps its text', async () => {
  const thing = { url: 'https://a.example/', tags: ['x', ' ', { name: '' }, 'y'], note: 'My words' };
  const { found } = await readAll(fileOf(JSON.stringify([{ name: 'Reading', items: [thing] }])));
  expect(itemsIn(found)).toMatchObject([
    { url: thing.url, tags: ['x', 'y'], body: 'My words', folders: [['Reading']] },
  ]);
});

test('only the invalid part of a field is set aside: the rest of its list is imported as usual', async () => {
  const tags = ['x', ['Unheardof'], 'y'];
  const entry = { id: 1, title: 'A', url: 'https://a.example/', is_archived: 0, tags, content: '' };
  const annotations = [{ quote: 'One', text: 'Mine' }, 'Unheardof', { quote: ['Odd'], text: 'Two' }];
  const [item] = await itemsOfJson([{ ...entry, annotations }]);
  expect(item).toMatchObject({
    ...{ body: 'Two', tags: ['x', 'y'], highlights: [{ quote: 'One', comment: 'Mine' }] },
    imported: { annotations: 'Unheardof', 'annotations.quote': ['Odd'], tags: ['Unheardof'] },
  });
  const loose = { link: 'https://c.example/', labels: tags, quotes: ['One', { made: 'Unheardof' }] };
  expect(await itemsOfJson([loose])).toMatchObject([
    { tags: ['x', 'y'], highlights: [{ quote: 'One' }], imported: { labels: ['x', '["Unheardof"]', 'y'] } },
  ]);
  const [other] = await itemsOf(
    JSON.stringify({
      bookmarks: [{ createdAt: 1, title: 'B', tags: [], content: { url: 'https://b.example/', text: ['x'] } }],
    }),
  );
  expect(other).toMatchObject({ title: 'B', url: 'https://b.example/', imported: { 'content.text': ['x'] } });
});

test('an item’s source is not its address, unless that is only a copy at Readwise', async () => {
  const source = 'https://source.example/';
  const one = { title: 'A', url: 'https://a.example/', source_url: source };
  const copied = { title: 'B', url: 'https://read.readwise.io/read/1', source_url: source };
  expect(await itemsOfJson([one, copied, { title: 'C', source_url: source }])).toMatchObject([
    { url: one.url, imported: { source_url: source } },
    { url: source, imported: { url: copied.url } },
    { url: source },
  ]);
});
