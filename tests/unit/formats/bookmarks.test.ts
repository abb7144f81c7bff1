import { describe, expect, test } from 'vitest';
import { fileOf, fixture, itemsIn, readAll } from '../../support/import-files.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const items = async (name: string) => itemsIn((await readAll(await fixture(name))).found);

describe('a bookmarks file', () => {
  test('of Firefox: tags, and the folders but for those that every browser has', async () => {
    const { format, found } = await readAll(await fixture('firefox.html'));
    expect(format).toBe('Bookmarks (HTML)');
    expect(found).toEqual([
      {
        place: 'line 16',
        item: {
          title: 'The <book>',
          url: 'https://doc.example/book?a=1&b=2',
          body: '',
          tags: ['systems', 'long read'],
          folders: [['Rust & Go']],
          at: at(1700000000),
          changedAt: at(1700000002),
        },
      },
      { place: 'line 19', item: expect.objectContaining({ url: 'place:type=6&sort=14' }) },
      { place: 'line 23', item: expect.objectContaining({ title: 'Unfiled', tags: [] }) },
    ]);
  });

  test('of Chrome: folders within each other, from the outside in', async () => {
    expect(await items('chrome.html')).toEqual([
      expect.objectContaining({ title: 'News', tags: [], at: at(1690000100) }),
      expect.objectContaining({ title: 'Rye', tags: [], folders: [['Cooking', 'Bread']], at: at(1690000400) }),
    ]);
  });

  test('of Safari, which says no times, and of Internet Explorer', async () => {
    const [orchard, later] = await items('safari.html');
    expect(orchard).toEqual({
      ...{ title: 'An orchard', url: 'https://apple.example/', body: '', tags: [] },
      folders: [['Favourites']],
    });
    expect(later).toMatchObject({ folders: [['Reading List']] });
    expect(await items('internet-explorer.html')).toEqual([
      {
        title: 'Old page',
        url: 'http://old.example/',
        body: '',
        tags: [],
        folders: [['Old things']],
        ...{ at: at(1043000000), changedAt: at(1043000002), imported: { last_visit: '1043000001' } },
      },
    ]);
  });

  test('of Delicious and Pinboard: descriptions, what was private, what was to be read', async () => {
    expect(await items('delicious.html')).toEqual([
      expect.objectContaining({ title: 'One', body: 'A page about\ntwo lines', shared: true, tags: ['web', 'design'] }),
      expect.objectContaining({ title: 'Two', shared: false, tags: [] }),
    ]);
    expect(await items('pinboard.html')).toEqual([
      expect.objectContaining({ shared: false, state: 'toread', body: '=HYPERLINK("https://evil.example","x")' }),
      expect.objectContaining({ shared: true, body: '' }),
    ]);
  });

  test('of Shaarli, linkding and Raindrop', async () => {
    expect(await items('shaarli.html')).toEqual([
      expect.objectContaining({ body: 'Said in *Markdown*', shared: false, tags: ['selfhosted', 'links'] }),
    ]);
    expect(await items('linkding.html')).toEqual([
      expect.objectContaining({ body: 'What the page says\n\nWhat I say', shared: true, state: 'toread' }),
    ]);
    expect(await items('raindrop.html')).toEqual([
      expect.objectContaining({ at: at(1700000000), tags: ['machine learning', 'water'], body: 'Wet' }),
    ]);
  });

  test('of Pocket: the heading says what was read', async () => {
    const { format, found } = await readAll(await fixture('pocket.html'));
    expect(format).toBe('Pocket (HTML)');
    expect(itemsIn(found)).toEqual([
      expect.objectContaining({ title: 'Unread & new', tags: ['a', 'two words'], state: 'toread', at: at(1500000000) }),
      expect.objectContaining({ url: 'https://pocket.example/b', state: 'archived' }),
    ]);
  });

  test.each([
    ['seconds', '1700000000'],
    ['milliseconds', '1700000000000'],
    ['microseconds', '1700000000000000'],
  ])('says times in %s', async (_, written) => {
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example" ADD_DATE="${written}">A</A></DL>`;
    expect(itemsIn((await readAll(fileOf(html))).found)).toMatchObject([{ at: at(1700000000) }]);
  });

  test.each(['0', '-5', 'yesterday', '99999999999999999999'])('that says the time %s says none', async (written) => {
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example" ADD_DATE="${written}">A</A></DL>`;
    expect(itemsIn((await readAll(fileOf(html))).found)[0]).not.toHaveProperty('at');
  });

  test('is read the same in pieces of any size', async () => {
    const file = await fixture('firefox.html');
    const bytes = new Uint8Array(await new Response(file.stream()).arrayBuffer());
    const whole = await readAll(file);
    for (const step of [1, 7, 64]) expect(await readAll(fileOf(bytes, 'x', step))).toEqual(whole);
  });
});
