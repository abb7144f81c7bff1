import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, fixture, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

const plain = { body: '', tags: [] };

test('a date in an unknown format is kept as written', async () => {
  const shaarli = {
    id: 1,
    url: 'https://a.example',
    shorturl: 'x',
    title: 'A',
    description: '',
    tags: [],
    private: false,
  };
  const file = JSON.stringify([{ ...shaarli, created: { $date: 'soon' }, updated: null }]);
  const { format, found } = await readAll(fileOf(file));
  expect(format).toBe('Shaarli (JSON)');
  expect(itemsIn(found)[0]?.imported).toMatchObject({ 'date saved': '{"$date":"soon"}' });
});

describe('JSON of browsers', () => {
  test('Chrome: folders by path and dates since 1601; its root folders are ignored', async () => {
    const { format, found } = await readFixture('chrome-bookmarks.json');
    expect(format).toBe('Chrome (Bookmarks)');
    expect(found).toEqual([
      {
        place: 'bookmark_bar / item 1',
        item: {
          ...plain,
          title: 'On the bar',
          url: 'https://bar.example/',
          at: '2022-06-18T04:26:40.000Z',
          imported: { guid: '11111111-0000-4000-a000-000000000001' },
        },
      },
      {
        place: 'bookmark_bar / Insects / Bees / wasps / item 1',
        item: {
          ...plain,
          title: 'Deep',
          url: 'https://deep.example/#part',
          folders: [['Insects', 'Bees / wasps']],
          at: '2022-10-11T22:13:20.000Z',
          imported: {
            guid: '11111111-0000-4000-a000-000000000003',
            date_last_used: '2023-02-04T16:00:00.000Z',
          },
        },
      },
      { place: 'synced / item 1', item: expect.objectContaining({ title: 'From the phone' }) as unknown },
    ]);
  });

  test('Firefox: tags, descriptions and keywords; tag folders become tags', async () => {
    const { format, found } = await readFixture('firefox-backup.json');
    expect(format).toBe('Firefox (backup)');
    expect(found).toEqual([
      {
        place: 'menu / Rope / item 1',
        item: {
          title: 'Knots worth knowing',
          url: 'https://knot.example/',
          body: 'Ten of them.',
          tags: ['rope', 'at sea'],
          folders: [['Rope']],
          at: '2020-09-13T12:26:41.000Z',
          changedAt: '2021-01-07T06:13:21.000Z',
          imported: { guid: 'bbbbbbbbbbbb', keyword: 'kn', charset: 'UTF-8', 'annos.sync/parent': 'x' },
        },
      },
      { place: 'toolbar / item 1', item: expect.objectContaining({ url: 'place:sort=8&maxResults=10' }) as unknown },
      { place: 'tags / hemp / item 1', item: { ...plain, title: '', url: 'https://knot.example/', tags: ['hemp'] } },
    ]);
  });

  test('folders nested deeper than JSON allows are left out, and reported', async () => {
    const bookmark = { type: 'url', name: 'Deep', url: 'https://deep.example/' };
    const within = (depth: number): object =>
      depth === 0 ? bookmark : { type: 'folder', name: `F${depth}`, children: [within(depth - 1)] };
    const { found } = await readAll(
      fileOf(
        JSON.stringify({
          checksum: 'x',
          roots: { bookmark_bar: { children: [within(20), within(40), bookmark] } },
          version: 1,
        }),
      ),
    );
    expect(itemsIn(found).map(({ folders }) => folders?.[0]?.length ?? 0)).toEqual([20, 0]);
    expect(faultsIn(found)).toEqual([
      expect.stringMatching(/^character \d+: This part is nested more than 64 levels deep, so it was left out\.$/),
    ]);
  });
});

test.each([
  ['chrome-bookmarks.json', '"From the phone"', ['On the bar', 'Deep']],
  ['firefox-backup.json', '"guid":"dddddddddddd"', ['Knots worth knowing']],
  ['linkwarden.json', '"name":"A scan"', ['Lichens']],
])('truncated JSON of %s gives everything before the cut, and reports the rest', async (name, at, titles) => {
  const text = await new Response((await fixture(name)).stream()).text();
  for (const step of [7, 70_000]) {
    const { found } = await readAll(fileOf(text.slice(0, text.indexOf(at)), name, step));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(titles);
    expect(faultsIn(found)).toEqual([
      'the file: The file is cut off or broken before its end. Everything before that was imported.',
    ]);
  }
});

describe('any other JSON', () => {
  test('gives everything with an address, and reports entries without one', async () => {
    const { format, found } = await readFixture('any.json');
    expect(format).toBe('JSON with addresses or texts');
    expect(found).toEqual([
      {
        place: 'data, saved, item 1',
        item: {
          ...plain,
          title: 'A',
          url: 'https://any.example/a',
          tags: ['one', 'two words'],
          at: '2020-09-13T12:26:40.000Z',
          favourite: true,
          highlights: [{ quote: 'Marked.', comment: 'Mine', prefix: '', suffix: '', start: 0 }],
          imported: { rating: 4, color: 'red' },
        },
      },
      { place: 'data, saved, item 2', title: 'No address', why: 'This entry has no web address.' },
      { place: 'recent, item 1', item: { ...plain, title: '', url: 'https://any.example/b' } },
      { place: 'people', why: '2 entries were left out: nothing in them can be imported.', count: 2 },
      { place: 'the file', remark: 'Left out, as it belongs to no item: version.' },
    ]);
  });

  test('may have one object per line', async () => {
    const { found } = await readFixture('any.jsonl');
    expect(found).toEqual([
      {
        place: 'item 1',
        item: {
          ...plain,
          title: 'Line one',
          url: 'https://any.example/l1',
          tags: ['a', 'b'],
          state: 'toread',
          folders: [['Work', 'Web']],
        },
      },
      {
        place: 'item 2',
        item: expect.objectContaining({ title: 'Line two', shared: false, body: 'Words of mine.' }) as unknown,
      },
      { place: 'item 3', why: 'This is neither JSON nor an address.' },
      { place: 'item 4', item: expect.objectContaining({ title: 'Line four' }) as unknown },
    ]);
  });

  test('without addresses says that it cannot be read', async () => {
    const { found } = await readAll(fileOf('{"people":[{"name":"Ann"}],"count":1}'));
    expect(found).toEqual([{ place: 'the file', why: 'This is JSON, but not in a format we know.' }]);
  });
});

test('an item unlike its program’s format is read by its address, or refused by its title', async () => {
  const whole = {
    href: 'https://a.example/',
    description: 'A',
    extended: '',
    time: '',
    shared: 'no',
    toread: 'no',
    tags: '',
  };
  const { found } = await readAll(
    fileOf(JSON.stringify([whole, { href: 7, link: 'https://b.example/', title: 'B' }, { title: 'Lost', rating: 3 }])),
  );
  expect(found).toMatchObject([
    { item: { title: 'A' } },
    { item: { title: 'B', url: 'https://b.example/', imported: { href: 7 } } },
    { place: 'item 3', title: 'Lost', why: 'This item isn’t in a format we know.' },
  ]);
});

test('data too large to be stored with a note is reported, and its item imported', async () => {
  const item = { url: 'https://a.example/', title: 'A', html: 'x'.repeat(20_000), rating: 5 };
  const { found } = await readAll(fileOf(JSON.stringify([item])));
  expect(itemsIn(found)).toEqual([
    {
      ...plain,
      remarks: ['It came with more than can be kept.'],
      title: 'A',
      url: 'https://a.example/',
      imported: { rating: 5 },
      aside: ['html'],
    },
  ]);
});

test('the programs’ files are read the same in chunks of any size', async () => {
  for (const name of ['karakeep.json', 'linkwarden.json', 'hypothesis.json', 'firefox-backup.json', 'any.jsonl']) {
    const file = await fixture(name);
    const bytes = new Uint8Array(await new Response(file.stream()).arrayBuffer());
    const whole = await readAll(file);
    for (const step of [1, 33]) expect(await readAll(fileOf(bytes, name, step))).toEqual(whole);
  }
});

test.each([1, 64, 100_000])('a list after the end of another is reported, read %i bytes at a time', async (step) => {
  const page = (at: number) => JSON.stringify([{ title: `Page ${at}`, url: `https://site.example/${at}` }]);
  const { found } = await readAll(fileOf(`${page(1)}\n${page(2)} \n`, 'x.json', step));
  expect(itemsIn(found).map(({ title }) => title)).toEqual(['Page 1']);
  expect(faultsIn(found)).toEqual([expect.stringMatching(/^after item 1: The file goes on with more JSON/)]);
  expect(faultsIn((await readAll(fileOf(`${page(1)}\n \n`, 'x.json', step))).found)).toEqual([]);
});
