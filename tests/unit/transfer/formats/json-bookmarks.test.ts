import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fileOf, fixturePath, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

const plain = { body: '', tags: [] };

describe('JSON of bookmark services', () => {
  test('Pinboard: its description is the title, and public bookmarks are marked as shared', async () => {
    expect(await readFixture('pinboard.json')).toMatchObject({
      format: 'Pinboard (JSON)',
      items: [
        {
          title: 'How tide tables are made',
          url: 'https://tide.example/tables',
          body: 'Read before the trip.\\\nTwo harmonics are enough.',
          tags: ['sea', 'maths_of_it'],
          at: '2019-04-05T06:07:08.000Z',
          shared: true,
          imported: { meta: '1f0a6c5a2b0f3a0e2a6d8f4b7c9d0e11', hash: 'aa11bb22cc33dd44ee55ff6600112233' },
        },
        { title: 'Kelp', tags: [], shared: false, state: 'toread' },
      ],
      faults: [],
    });
  });

  test('linkding: archived, unread, shared and notes; titles from the page are told apart from edited ones', async () => {
    const { format, items } = await readFixture('linkding.json');
    expect(format).toBe('linkding (JSON)');
    expect(items).toEqual([
      {
        title: 'On the warp',
        url: 'https://loom.example/warp',
        body: 'Short and clear.\n\n## Mine\n\nTry the second draft.',
        tags: ['weaving', 'how-to'],
        at: '2020-09-26T09:46:23.006Z',
        changedAt: '2020-09-26T16:01:14.275Z',
        state: 'archived',
        shared: true,
        imported: {
          id: 7,
          website_title: 'The warp | Loom',
          web_archive_snapshot_url: 'https://web.archive.example/web/2020/https://loom.example/warp',
          favicon_url: 'https://links.example/static/loom.png',
          website_description: 'All about it',
        },
      },
      expect.objectContaining({ title: 'The weft | Loom', state: 'toread', shared: false }),
      expect.not.objectContaining({ state: expect.anything() as unknown }),
    ]);
  });

  test('GitHub stars: the page for people, starred then and not when the repository was made', async () => {
    const star = {
      title: 'harbour/tide-tables',
      url: 'https://github.com/harbour/tide-tables',
      body: '> High water, \\*computed\\*',
      tags: ['tides', 'astronomy'],
      imported: {
        ...{ id: 1296269, name: 'tide-tables', private: false, homepage: 'https://tide.example/', archived: true },
        ...{ created_at: '2011-01-26T19:01:12Z', stargazers_count: 80 },
      },
    };
    const { format, items } = await readFixture('github-stars.json');
    expect(format).toBe('GitHub (stars, JSON)');
    expect(items).toEqual([{ ...star, at: '2020-03-04T05:06:07.000Z' }]);
    const [{ repo }] = JSON.parse(await readFile(fixturePath('github-stars.json'), 'utf8')) as [{ repo: object }];
    expect(itemsIn((await readAll(fileOf(JSON.stringify([repo])))).found)).toEqual([star]);
    const issue = { title: 'A', url: 'https://api.github.com/issues/1', html_url: 'https://github.com/a/b/issues/1' };
    expect(itemsIn((await readAll(fileOf(JSON.stringify([issue])))).found)).toMatchObject([
      { url: issue.html_url, imported: { url: issue.url } },
    ]);
  });

  test('Shaarli: an entry with text only becomes a text', async () => {
    const { format, items } = await readFixture('shaarli.json');
    expect(format).toBe('Shaarli (JSON)');
    expect(items).toEqual([
      {
        title: 'Salt pans',
        url: 'https://salt.example/pans',
        body: 'Where the *white gold* comes from.',
        tags: ['salt', 'history'],
        at: '2021-02-03T03:05:06.000Z',
        changedAt: '2021-02-04T03:05:06.000Z',
        shared: true,
        imported: { id: 12, shorturl: 'aBc-12' },
      },
      {
        title: 'A thought of mine',
        body: 'Only words.',
        tags: ['note'],
        at: '2021-02-01T03:05:06.000Z',
        shared: false,
        imported: { id: 11, url: 'https://links.example/shaare/dEf_34', shorturl: 'dEf_34' },
      },
    ]);
  });

  test('Readability: recommendations by others were not saved, and are reported', async () => {
    const { format, items, faults } = await readFixture('readability.json');
    expect(format).toBe('Readability (JSON)');
    expect(items).toEqual([
      {
        ...plain,
        title: 'Paper of rags',
        url: 'https://rags.example/paper',
        body: '> The paper was made of rags.',
        at: '2014-05-01T07:08:09.000Z',
        readAt: '2014-05-06T07:08:09.000Z',
        state: 'archived',
        favourite: true,
        imported: { date_favorited: '2014-05-02T07:08:09' },
      },
      {
        ...plain,
        title: 'Vellum',
        url: 'https://rags.example/vellum',
        at: '2014-05-03T07:08:09.000Z',
        state: 'toread',
      },
    ]);
    expect(faults).toEqual(['recommendations: One entry was left out: nothing in it can be imported.']);
  });

  test('Karakeep: page metadata is kept once, also in its table', async () => {
    const page = { description: 'Of **keys**', imageUrl: 'https://keep.example/k.png' };
    const bookmark = { id: 'k1', createdAt: 1, title: 'K', tags: [], summary: 'Short', note: 'Mine', ...page };
    const content = { type: 'link', url: 'https://keep.example/', ...page };
    const { found } = await readAll(fileOf(JSON.stringify({ bookmarks: [{ ...bookmark, content }] })));
    expect(itemsIn(found)).toMatchObject([
      {
        ...{ body: 'Mine\n\n> Of \\*\\*keys\\*\\*', source: 'karakeep:k1' },
        imported: { summary: 'Short', imageUrl: 'https://keep.example/k.png' },
      },
    ]);
    const { format, items } = await readFixture('karakeep.csv');
    expect(format).toBe('Karakeep (CSV)');
    expect(items).toEqual([
      {
        ...{ title: 'A link kept', url: 'https://keep.example/1', tags: ['keep', 'ai'], source: 'karakeep:kl1' },
        ...{ body: 'Mine, 2\\*3\\*4\n\n> What the page says', folders: [['Reading'], ['Later']] },
        ...{ at: '2024-06-10T06:13:20.000Z', state: 'archived', favourite: true },
        imported: { Thumbnail: 'https://keep.example/1.png' },
      },
      {
        ...{ title: 'A thought', body: 'A **thought**\nof two lines', tags: [], source: 'karakeep:kt1' },
        at: '2024-06-10T06:13:21.000Z',
      },
      {
        ...{ title: 'scan.pdf', body: '', tags: [], source: 'karakeep:ka1', at: '2024-06-10T06:13:22.000Z' },
        aside: ['the picture or file, which isn’t in this export'],
      },
    ]);
  });

  test('Readwise Reader: documents with their highlights, in any order', async () => {
    const { format, items } = await readFixture('readwise-reader.json');
    expect(format).toBe('Readwise Reader (JSON)');
    expect(items).toMatchObject([
      {
        ...{ title: 'Shelves', url: 'https://shelf.example/', body: 'Read twice\n\n> Of shelves.', tags: ['wood'] },
        ...{ at: '2024-06-09T06:13:20.000Z', changedAt: '2024-06-10T07:13:20.000Z', state: 'reading' },
        highlights: [{ quote: 'A shelf is a *thought*.', comment: 'True', createdAt: '2024-06-10T06:13:20.000Z' }],
        imported: { category: 'article', location: 'shortlist', site_name: 'Shelf', reading_progress: 0.4 },
      },
      { title: 'Boards', url: 'https://board.example/', state: 'archived' },
      { title: '', body: '> Of a page that isn’t here.', imported: { parent_id: 'gone', category: 'highlight' } },
    ]);
    expect(items.every((item) => item.folders === undefined)).toBe(true);
  });

  test('Karakeep: links, texts and notes with their lists, which come at the end of the file', async () => {
    const { format, found } = await readFixture('karakeep.json');
    expect(format).toBe('Karakeep (JSON)');
    const byPlace = Object.fromEntries(found.map((one) => [one.place, 'item' in one ? one.item : one]));
    const aside = ['the picture or file, which isn’t in this export'];
    expect(byPlace).toEqual({
      'item 1': {
        title: 'A link kept',
        url: 'https://keep.example/1',
        body: 'Mine',
        tags: ['keep', 'ai'],
        folders: [['Reading', 'Later'], ['Reading']],
        at: '2024-06-10T06:13:20.000Z',
        state: 'archived',
        imported: { 'customMetadata.rating': '5' },
      },
      'item 2': {
        ...plain,
        title: '',
        body: 'A thought that was kept.\nWith a second line.',
        at: '2024-06-10T06:13:21.000Z',
      },
      'item 3': { ...plain, title: 'A picture', tags: ['photo'], at: '2024-06-10T06:13:22.000Z', aside },
      'item 4': { ...plain, title: '', at: '2024-06-10T06:13:23.000Z', aside },
      'item 5': {
        ...plain,
        title: 'A link liked',
        url: 'https://keep.example/2',
        at: '2024-06-10T06:13:24.000Z',
        state: 'toread',
        favourite: true,
      },
    });
  });

  test('Linkwarden: nested collections, pinned links and highlights', async () => {
    const { format, items } = await readFixture('linkwarden.json');
    expect(format).toBe('Linkwarden (JSON)');
    expect(items).toEqual([
      {
        title: 'Lichens',
        url: 'https://lichen.example/',
        body: 'Slow and patient.',
        tags: ['moss', 'two words'],
        folders: [['Outer', 'Inner']],
        at: '2022-12-31T00:00:00.000Z',
        changedAt: '2023-01-04T00:00:00.000Z',
        shared: false,
        highlights: [
          {
            quote: 'a millimetre a year',
            comment: 'Slow indeed',
            prefix: '',
            suffix: '',
            start: 120,
            createdAt: '2023-01-04T01:00:00.000Z',
            updatedAt: '2023-01-04T02:00:00.000Z',
          },
        ],
        imported: expect.objectContaining({ color: '#22c55e', 'highlight.color': 'yellow' }) as unknown,
      },
      expect.objectContaining({
        title: 'A scan',
        aside: ['the picture or document, which isn’t in this export'],
        imported: expect.objectContaining({ type: 'pdf' }) as unknown,
      }),
      expect.objectContaining({ title: 'Ferns', folders: [['Outer']], favourite: true, shared: true }),
    ]);
  });
});
