import { describe, expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

describe('books from Goodreads', () => {
  test('are imported with reviews and shelves, and linked to their Goodreads page', async () => {
    const { format, items, faults } = await readFixture('goodreads.csv');
    expect([format, faults]).toEqual(['Goodreads (CSV)', []]);
    expect(items[0]).toEqual({
      title: 'Dyes of the Coast (Shore, #1)',
      url: 'https://www.goodreads.com/book/show/101',
      body: 'Reds from lichen.\n\nThe *best* part.',
      tags: [],
      folders: [['crafts'], ['by-the-sea']],
      state: 'archived',
      at: '2023-03-02T00:00:00.000Z',
      readAt: '2023-04-11T00:00:00.000Z',
      source: 'goodreads:101',
      imported: {
        Author: 'Mo Reed',
        'Author l-f': 'Reed, Mo',
        'Additional Authors': 'Ira Lind',
        ISBN: '0306406152',
        ISBN13: '9780306406157',
        'My Rating': '5',
        'Average Rating': '3.92',
        Publisher: 'Shore Press',
        Binding: 'Paperback',
        'Number of Pages': '210',
        'Year Published': '2001',
        'Original Publication Year': '1987',
        // Visible to the owner only, whoever may read the note.
        'Private Notes': 'Lent to Ann.',
        'Read Count': '1',
        'Owned Copies': '1',
      },
    });
    expect(items.map(({ state, folders }) => [state, folders])).toEqual([
      ['archived', [['crafts'], ['by-the-sea']]],
      ['toread', undefined],
      ['reading', undefined],
      [undefined, [['given-up']]],
    ]);
    expect(items[1]?.imported).not.toHaveProperty('My Rating');
  });

  test('may be on any shelf, even one named like a built-in property', async () => {
    const text = 'Book Id,Title,Author,My Rating,Date Added,Bookshelves,Exclusive Shelf\n1,A,B,0,,constructor,read\n';
    const [item] = itemsIn((await readAll(fileOf(text, 'books.csv'))).found);
    expect(item).toMatchObject({ state: 'archived', folders: [['constructor']] });
  });

  test('with an invalid number keep it as written', async () => {
    const text = 'Book Id,Title,Author,My Rating,Date Added,Bookshelves,Exclusive Shelf\nx/y,A,B,0,someday,read,read\n';
    const [item] = itemsIn((await readAll(fileOf(text, 'books.csv'))).found);
    expect(item).toMatchObject({ title: 'A', imported: { 'Book Id': 'x/y', 'date saved': 'someday', Author: 'B' } });
    expect(item).not.toHaveProperty('url');
  });
});

test('films from Letterboxd are imported with year, viewing date and review', async () => {
  const { format, items, faults } = await readFixture('letterboxd.csv');
  expect([format, faults]).toEqual(['Letterboxd (CSV)', []]);
  expect(items).toEqual([
    {
      title: 'The Dyer (1974)',
      url: 'https://boxd.it/zz01',
      body: 'Slow, and red.\n\nSeen *twice*.',
      tags: ['sea', 'at home'],
      at: '2024-03-02T00:00:00.000Z',
      readAt: '2024-03-01T00:00:00.000Z',
      state: 'archived',
      imported: { Rating: '4.5', Rewatch: 'Yes' },
    },
    { title: 'Lichen', url: 'https://boxd.it/zz02', body: '', tags: [], at: '2024-03-05T00:00:00.000Z' },
  ]);
});

test('films to see, seen and liked are told apart by the names of Letterboxd’s files', async () => {
  const text = 'Date,Name,Year,Letterboxd URI\n2024-03-02,The Dyer,1974,https://boxd.it/zz01\n';
  const stateIn = async (name: string) => {
    const [item] = itemsIn((await readAll(fileOf(text, name))).found);
    return [item?.state, item?.favourite];
  };
  const names = ['watchlist.csv', 'letterboxd-ann-2024/watchlist (1).csv', 'watched.csv', 'ratings.csv'];
  expect(await Promise.all(names.map(stateIn))).toEqual([
    ...[
      ['toread', undefined],
      ['toread', undefined],
    ],
    ...[
      ['archived', undefined],
      ['archived', undefined],
    ],
  ]);
  expect(await Promise.all(['likes/films.csv', 'watchlist/lists/likes.csv'].map(stateIn))).toEqual([
    ['archived', true],
    [undefined, undefined],
  ]);
});

test('places from Google Maps are imported with their addresses, under old and new field names', async () => {
  const { format, items, faults } = await readFixture('google-places.json');
  expect([format, faults]).toEqual(['Google Maps (saved places)', []]);
  expect(items).toMatchObject([
    { title: 'The Mill', url: 'http://maps.google.com/?cid=123', at: '2023-05-01T10:11:12.000Z' },
    {
      title: 'A bench',
      url: 'http://maps.google.com/?q=50.5,7.5',
      at: '2013-05-01T10:11:12.000Z',
      changedAt: '2013-05-02T10:11:12.000Z',
    },
  ]);
  expect(JSON.stringify(items[0]?.imported)).toContain('Mill Lane 1, Town');
  expect(JSON.stringify(items.map(({ imported }) => imported))).toMatch(/50\.25.*50\.5/);
});
