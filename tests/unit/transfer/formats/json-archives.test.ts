import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

test('starred articles: labels become tags, with star dates and highlights, and a short text is quoted', async () => {
  const { format, items } = await readFixture('inoreader.json');
  expect(format).toBe('Starred articles (Inoreader, FreshRSS)');
  expect(items).toEqual([
    {
      ...{ title: 'Io & more', url: 'https://io.example/', body: '> Io **is** yellow', tags: ['Moons'] },
      ...{ at: '2024-03-09T16:00:00.000Z', changedAt: '2023-11-14T22:13:21.000Z' },
      source: 'starred:tag:google.com,2005:reader/item/0000001',
      highlights: [{ quote: 'is yellow', comment: 'Sulphur', prefix: '', suffix: '', start: 0 }],
      imported: expect.objectContaining({ author: 'Ann', 'origin.title': 'Moons', published: 1700000000 }) as object,
    },
  ]);
});

test('starred articles with full texts become copies of their pages, and other categories are kept as imported fields', async () => {
  const [item] = (await readFixture('freshrss.json')).items;
  expect(item).toMatchObject({
    ...{ title: 'Io', url: 'https://io.example/1', body: '', tags: ['moons'], at: '2023-11-14T22:13:20.123Z' },
    copy: { url: 'https://io.example/1', minutes: 1, facts: { author: 'Ann', site: 'Moons' } },
    imported: { categories: ['user/-/state/com.google/read', 'Astronomy'] },
  });
});

test('Google Keep: lists, labels, links and dates are imported; trashed notes are refused by title', async () => {
  const { format, items } = await readFixture('keep.json');
  expect(format).toBe('Google Keep (JSON)');
  expect(items).toMatchObject([
    {
      ...{ title: 'To buy', body: '- [x] Milk\n- [ ] Tea\n\n[Tea](https://tea.example/)', tags: ['home'] },
      ...{ at: '2024-03-04T05:05:00.000Z', changedAt: '2024-03-04T05:06:07.000Z', aside: ['the file a.jpg'] },
      imported: { isPinned: true, color: 'BLUE' },
    },
  ]);
  const note = { isPinned: false, isArchived: false, userEditedTimestampUsec: 1709528767000000, title: 'Io' };
  const link = { textContent: 'https://io.example/', annotations: [{ url: 'https://io.example/', title: 'Moon' }] };
  const read = (more: object) => readAll(fileOf(JSON.stringify({ ...note, isTrashed: false, ...more })));
  expect(itemsIn((await read(link)).found)).toMatchObject([{ title: 'Io', url: 'https://io.example/', body: '' }]);
  const binned = { place: 'the file', title: 'Io', why: expect.stringContaining('bin of Google Keep') as string };
  expect((await read({ isTrashed: true })).found).toEqual([binned]);
});

test('X archive: one’s own posts with links and hashtags, and liked posts', async () => {
  const [own, liked] = [await readFixture('twitter-tweets.js'), await readFixture('twitter-like.js')];
  expect([own.format, liked.format]).toEqual(['X (Twitter) archive', 'X (Twitter) archive']);
  expect(own.items).toMatchObject([
    {
      ...{ title: 'Io is yellow #moons https://io.example/', url: 'https://x.com/i/web/status/1500000000000000001' },
      ...{
        body: 'Io is yellow #moons https://io.example/ \\\nIndeed',
        tags: ['moons'],
        at: '2024-03-04T05:06:07.000Z',
      },
      imported: { lang: 'en', favorite_count: '1' },
    },
  ]);
  expect(liked.items).toMatchObject([
    {
      ...{ title: 'Europa is white', url: 'https://twitter.com/i/web/status/1500000000000000002' },
      ...{ body: '> Europa is white', source: 'twitter:1500000000000000002' },
    },
  ]);
});
