import { describe, expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

const plain = { body: '', tags: [] };

describe('JSON of read-later programs', () => {
  test('wallabag, both versions: articles as saved, with annotations as highlights', async () => {
    const [old] = (await readFixture('wallabag-1.json')).items;
    expect(old).toMatchObject({
      title: 'A bag',
      url: 'https://bag.example/1',
      tags: ['old', 'bags'],
      state: 'archived',
      favourite: true,
      copy: { html: "<p>Somebody's article</p>" },
      imported: { user_id: '1' },
    });
    const { format, items } = await readFixture('wallabag-2.json');
    expect(format).toBe('wallabag (JSON)');
    expect(items[0]).toEqual({
      ...plain,
      title: 'A newer bag',
      url: 'https://bag.example/2',
      tags: ['walla', 'two words'],
      at: '2016-09-08T09:55:58.000Z',
      changedAt: '2016-09-08T09:57:16.000Z',
      state: 'toread',
      favourite: true,
      shared: false,
      highlights: [
        {
          quote: 'It says',
          comment: 'I say',
          prefix: '',
          suffix: '',
          start: 0,
          createdAt: '2016-09-08T10:00:00.000Z',
          updatedAt: '2016-09-08T10:01:00.000Z',
        },
      ],
      copy: {
        url: 'https://bag.example/2',
        at: '2016-09-08T09:55:58.000Z',
        html: "<p>Somebody's article</p>",
        minutes: 5,
        facts: {
          title: 'A newer bag',
          description: '',
          author: 'A. Writer',
          site: 'bag.example',
          language: 'en-GB',
          published: '2016-09-01T08:00:00.000Z',
          image: 'https://bag.example/2.jpg',
          canonical: null,
        },
      },
      imported: {
        id: 7,
        published_at: '2016-09-01T10:00:00+0200',
        user_name: 'wallabag',
        given_url: 'https://bag.example/2?from=feed',
        published_by: ['A. Writer'],
        mimetype: 'text/html',
        language: 'en_GB',
        reading_time: 5,
        domain_name: 'bag.example',
        preview_picture: 'https://bag.example/2.jpg',
      },
    });
    expect(items[1]).toMatchObject({ state: 'archived', readAt: '2016-09-10T09:55:58.000Z', shared: true });
    expect(items[1]).not.toHaveProperty('copy');
  });

  test('Hypothesis: annotations of a page become one item, in text order', async () => {
    const { format, items, faults } = await readFixture('hypothesis.json');
    expect(format).toBe('Hypothesis (JSON)');
    expect(faults).toEqual([]);
    expect(items).toEqual([
      {
        title: 'The overshot wheel',
        url: 'https://mill.example/wheel',
        body: 'The whole page is worth a second look.',
        tags: ['mills', 'water'],
        at: '2024-03-01T10:00:00.000Z',
        changedAt: '2024-03-03T10:00:00.000Z',
        highlights: [
          {
            quote: 'buckets on its rim',
            comment: '',
            prefix: 'A wheel with ',
            suffix: ' is called',
            start: 100,
            createdAt: '2024-03-01T10:00:00.000Z',
            updatedAt: '2024-03-01T10:00:00.000Z',
          },
          {
            quote: 'the weight of water, not its speed',
            comment: 'So it is.',
            prefix: 'What turns it is ',
            suffix: ', and so it is',
            start: 900,
            createdAt: '2024-03-02T10:00:00.000Z',
            updatedAt: '2024-03-02T11:00:00.000Z',
          },
        ],
        imported: expect.objectContaining({
          group: '__world__',
          'highlight tags': [
            '“The whole page is worth a second look.” mills',
            '“the weight of water, not its speed” water, mills',
          ],
          id: [
            '“The whole page is worth a second look.” a3',
            '“buckets on its rim” a1',
            '“the weight of water, not its speed” a2',
          ],
        }) as unknown,
      },
      expect.objectContaining({ url: 'https://bread.example/', body: '', title: '' }),
    ]);
  });

  test('Hacker News: stories and comments, from its search and from its own API', async () => {
    const { format, items } = await readFixture('hacker-news.json');
    expect(format).toBe('Hacker News (JSON)');
    expect(items).toEqual([
      {
        ...plain,
        title: 'A lathe from scrap',
        url: 'https://lathe.example/',
        at: '2012-06-18T06:13:20.000Z',
        imported: {
          discussion: 'https://news.ycombinator.com/item?id=4100001',
          by: 'ira',
          descendants: 12,
          kids: ['4100002', '4100003'],
          score: 57,
          type: 'story',
        },
      },
      expect.objectContaining({
        url: 'https://news.ycombinator.com/item?id=4100004',
        body: '> Mine *rust*.\n>\n> See [this](https://file.example/).',
      }),
    ]);
    expect(await readFixture('hacker-news-search.json')).toMatchObject({
      format: 'Hacker News (search, JSON)',
      items: [
        {
          title: 'A lathe from scrap',
          url: 'https://news.ycombinator.com/item?id=4100002',
          body: '> Grease it *before* the winter.',
          at: '2012-06-18T06:13:20.000Z',
          imported: { author: 'jo', story_url: 'https://lathe.example/' },
        },
      ],
    });
  });
});

test('Readwise: a book without an address becomes a text with its passages, an article has them as highlights', async () => {
  const { format, items } = await readFixture('readwise.json');
  expect(format).toBe('Readwise (JSON)');
  expect(items).toMatchObject([
    {
      ...{ title: 'A Book on Nets', tags: ['sea', 'craft'], at: '2022-03-04T05:06:07.000Z' },
      body: 'Lent by Mo.\n\n> All about nets.\n\n> A net is mostly holes.\n\nTrue of plans',
      imported: {
        ...{ author: 'Jan van der Meer', title: 'a-book-on-nets', location: 120, color: 'yellow' },
        'highlight tags': 'craft',
      },
    },
    {
      ...{ title: 'Mending', url: 'https://mend.example/' },
      highlights: [{ quote: 'Mend at dusk.', createdAt: '2022-03-06T05:06:07.000Z' }],
    },
  ]);
});

test('wallabag table: the day comes before the month, and the article becomes a copy of its page', async () => {
  const { format, items } = await readFixture('wallabag.csv');
  expect(format).toBe('wallabag (CSV)');
  expect(items).toMatchObject([
    {
      ...{ title: 'Bags, and bags', url: 'https://bag.example/5', tags: ['walla', 'two words'] },
      at: '2016-11-09T11:55:58.000Z',
      copy: { html: '<p>Somebody\'s "article"</p>', facts: { language: 'en' } },
      imported: { mimetype: 'text/html' },
    },
  ]);
});

test('Pocket marks archived items with a number', async () => {
  const page = (status: unknown) => ({
    resolved_url: `https://p.example/${String(status)}`,
    resolved_title: 'A',
    status,
  });
  const file = JSON.stringify({ status: 1, list: { 1: page('0'), 2: page('1'), 3: page('2') } });
  expect(itemsIn((await readAll(fileOf(file))).found)).toMatchObject([
    { state: 'toread' },
    { state: 'archived' },
    { imported: { status: '2' } },
  ]);
});

test('posts saved from X have their text, and Toby cards their notes', async () => {
  const post = {
    ...{ id: '1', created_at: '2024-03-04 06:06:07 +01:00', full_text: 'Io is *yellow*\nIndeed', name: 'Ann' },
    ...{ screen_name: 'ann', url: 'https://twitter.com/ann/status/1', media: [{ url: 'https://t.co/x' }] },
  };
  const card = { title: 'Io', url: 'https://io.example/', customTitle: 'Mine', customDescription: 'Said' };
  const lists = [{ title: 'Moons', cards: [card, { ...card, customTitle: '' }] }];
  expect(itemsIn((await readAll(fileOf(JSON.stringify([post])))).found)).toMatchObject([
    {
      ...{ title: 'Io is *yellow*', body: '> Io is \\*yellow\\*\\\n> Indeed', at: '2024-03-04T05:06:07.000Z' },
      imported: { name: 'Ann', screen_name: 'ann' },
    },
  ]);
  expect(itemsIn((await readAll(fileOf(JSON.stringify({ version: 3, lists })))).found)).toMatchObject([
    { title: 'Mine', body: 'Said', folders: [['Moons']], imported: { title: 'Io' } },
    { title: 'Io' },
  ]);
});

test('an item with a title keeps it in addition to its page’s full text', async () => {
  const page = { title: 'About Io', url: 'https://io.example/', full_text: 'Io is a moon.\nIt is yellow.' };
  expect(itemsIn((await readAll(fileOf(JSON.stringify([page])))).found)).toMatchObject([
    { title: 'About Io', body: '', imported: { full_text: page.full_text } },
  ]);
});

test('documents of Readwise Reader are recognised in a list, and their categories are not folders', async () => {
  const page = { id: 'r1', source_url: 'https://io.example/', category: 'article', location: 'later' };
  const documents = [
    { ...page, url: 'https://read.readwise.io/read/r1', parent_id: null, reading_progress: 0, tags: {} },
  ];
  const { format, found } = await readAll(fileOf(JSON.stringify(documents)));
  expect(format).toBe('Readwise Reader (JSON)');
  expect(itemsIn(found)).toMatchObject([{ url: 'https://io.example/', state: 'toread', source: 'readwise:r1' }]);
  expect(itemsIn(found)[0]?.folders).toBeUndefined();
});
