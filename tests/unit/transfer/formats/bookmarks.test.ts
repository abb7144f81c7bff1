import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, fixture, itemsIn, readAll, remarksOf } from '../../../support/import-files.ts';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const bookmarks = (inner: string) => fileOf(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${inner}</DL>\n`);
const link = (title: string, tags = '') =>
  `<DT><A HREF="https://${title.toLowerCase()}.example" TAGS="${tags}">${title}</A>\n`;
const items = async (name: string) => itemsIn((await readAll(await fixture(name))).found);

describe('a bookmarks file', () => {
  test('from Firefox: tags, and folders except those that every browser has', async () => {
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

  test('from Chrome: nested folders, outermost first', async () => {
    expect(await items('chrome.html')).toEqual([
      expect.objectContaining({ title: 'News', tags: [], at: at(1690000100) }),
      expect.objectContaining({ title: 'Rye', tags: [], folders: [['Cooking', 'Bread']], at: at(1690000400) }),
    ]);
  });

  test('reports other headings for folders, and empty folders', async () => {
    const folder = (tag: string, name: string, inner: string) =>
      `<DT><${tag}>${name}</${tag}>\n<DL><p>\n${inner}</DL><p>\n`;
    const inner =
      folder('H4', 'Cooking', folder('H2', 'Bread', link('Rye')) + folder('H3', 'Cheese', '')) + '<DT><H3>Soup</H3>\n';
    const { found } = await readAll(bookmarks(inner + folder('H3', 'All', folder('H3', 'None', ''))));
    expect(itemsIn(found)).toEqual([expect.objectContaining({ title: 'Rye', folders: [['Cooking', 'Bread']] })]);
    expect(found.flatMap((each) => ('remark' in each ? [[each.title, each.remark.split(',')[0]]] : []))).toEqual(
      ['Cheese', 'Soup', 'None'].map((name) => [name, 'This folder is empty']),
    );
  });

  test('keeps paragraphs and quotations in descriptions', async () => {
    const said = 'Of rye.<blockquote>With salt<cite>says Ann</cite></blockquote><p>And water.';
    const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/">A</A><DD>${said}</DL>`;
    expect(itemsIn((await readAll(fileOf(text))).found)).toMatchObject([
      { body: 'Of rye.\\\nWith salt\\\nsays Ann\\\nAnd water.' },
    ]);
  });

  test('keeps headings in descriptions', async () => {
    const said = link('Said') + '<DD>Before <h2>a heading</h2> after\n' + link('Next');
    const { found } = await readAll(bookmarks(said));
    expect(itemsIn(found)).toMatchObject([{ body: 'Before a heading after' }, { title: 'Next' }]);
    expect(faultsIn(found)).toEqual([]);
  });

  test('names up to a hundred empty folders, and counts the others', async () => {
    const folders = Array.from({ length: 150 }, (_, at) => `<DT><H3>Folder ${at}</H3>\n<DL><p>\n</DL><p>\n`).join('');
    const faults = remarksOf((await readAll(bookmarks(folders + link('Last')))).found);
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)).toBe('the file: 50 more folders are empty.');
  });

  test('keeps an unreadable date as text, and adds none where there is none', async () => {
    const inner = '<DT><A HREF="https://a.example" ADD_DATE="yesterday" LAST_MODIFIED="0">A</A>\n';
    expect(itemsIn((await readAll(bookmarks(inner))).found)).toEqual([
      { title: 'A', url: 'https://a.example', body: '', tags: [], imported: { 'date saved': 'yesterday' } },
    ]);
  });

  test('from Safari, which has no dates, and from Internet Explorer', async () => {
    const [orchard, later] = await items('safari.html');
    expect(orchard).toEqual({ title: 'An orchard', url: 'https://apple.example/', body: '', tags: [] });
    expect(later).toEqual({ title: 'Later', url: 'https://later.example/', body: '', tags: [], state: 'toread' });
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

  test('from Delicious and Pinboard: descriptions, private and unread bookmarks', async () => {
    expect(await items('delicious.html')).toEqual([
      expect.objectContaining({
        title: 'One',
        body: 'A page about\\\ntwo lines',
        shared: true,
        tags: ['web', 'design'],
      }),
      expect.objectContaining({ title: 'Two', shared: false, tags: [] }),
    ]);
    expect(await items('pinboard.html')).toEqual([
      expect.objectContaining({ shared: false, state: 'toread', body: '=HYPERLINK("https://evil.example","x")' }),
      expect.objectContaining({ shared: true, body: '' }),
    ]);
  });

  test('from Shaarli, linkding and Raindrop', async () => {
    expect(await items('shaarli.html')).toEqual([
      expect.objectContaining({ body: 'Said in *Markdown*', shared: false, tags: ['selfhosted', 'links'] }),
      {
        title: 'A note of its own',
        body: 'Without any link.\n\nIn two paragraphs, see [the \\[first\\]](<https://shaare.example/(1)>) one.',
        tags: ['thought'],
        at: at(1700000200),
        changedAt: at(1700000200),
        shared: true,
        imported: { href: '?Ab3-x_' },
      },
    ]);
    expect(await items('linkding.html')).toEqual([
      expect.objectContaining({ body: 'What the page says\n\nWhat I say', shared: true, state: 'toread' }),
    ]);
    for (const tag of ['linkding:archived', 'linkding:bookmarks.archived']) {
      const put = `<DT><A HREF="https://a.example" TAGS="a,${tag}">A</A>`;
      expect(itemsIn((await readAll(bookmarks(put))).found)).toMatchObject([{ tags: ['a'], state: 'archived' }]);
    }
    expect(await items('raindrop.html')).toEqual([
      expect.objectContaining({
        at: at(1700000000),
        tags: ['machine learning', 'water'],
        body: 'Wet',
        favourite: true,
      }),
    ]);
  });

  test('from Scuttle: tags separated by spaces, and descriptions in an attribute', async () => {
    expect(await items('scuttle.html')).toEqual([
      expect.objectContaining({ title: 'Ships', tags: ['coal', 'ships'], body: 'How they were sunk' }),
      expect.objectContaining({ title: 'More ships', tags: ['ships'], body: '' }),
    ]);
  });

  test('keeps a description as one text with its links', async () => {
    const dd = '<DD>before <a href="https://said.example">words</a> after<br>and <b>more</b>';
    expect(itemsIn((await readAll(bookmarks(`${link('One')}${dd}\n${link('Two')}`))).found)).toEqual([
      expect.objectContaining({ title: 'One', body: 'before [words](https://said.example) after\\\nand more' }),
      expect.objectContaining({ title: 'Two', body: '' }),
    ]);
  });

  test('may omit DT: a link with a bookmark’s date starts the next one', async () => {
    const bare = (name: string) => `<A HREF="https://${name}.example" ADD_DATE="1700000000">${name}</A>\n`;
    const read = itemsIn((await readAll(bookmarks(`${bare('one')}<DD>said\n${bare('two')}`))).found);
    expect(read.map(({ title, body }) => [title, body])).toEqual([
      ['one', 'said'],
      ['two', ''],
    ]);
  });

  test('gives an address in two folders twice, each with all its folders however long their names', async () => {
    const long = 'A folder with a name that is much longer than any tag may be';
    const folder = (name: string, inner: string) => `<DT><H3>${name}</H3><DL><p>${inner}</DL><p>`;
    const file = bookmarks(folder(long, folder('Inner', link('One', 'a,b'))) + folder('Other', link('One', 'c')));
    expect(itemsIn((await readAll(file)).found)).toMatchObject([
      { title: 'One', tags: ['a', 'b'], folders: [[long, 'Inner']] },
      { title: 'One', tags: ['c'], folders: [['Other']] },
    ]);
  });

  test('keeps attributes without a field of their own, except favicons', async () => {
    const more = 'SHORTCUTURL="w" LAST_VISIT="1700000009" ICON="data:image/png;base64,AAAA" DATA-IMPORTANT="true"';
    const file = bookmarks(`<DT><A HREF="https://more.example" ${more}>More</A>`);
    expect(itemsIn((await readAll(file)).found)).toMatchObject([
      { favourite: true, imported: { shortcuturl: 'w', last_visit: '1700000009' } },
    ]);
    expect(itemsIn((await readAll(file)).found)[0]?.imported).not.toHaveProperty('icon');
  });

  test('from linkding marks archived bookmarks with a tag', async () => {
    const file = bookmarks(link('Old', 'a,linkding:bookmarks.archived'));
    expect(itemsIn((await readAll(file)).found)).toMatchObject([{ tags: ['a'], state: 'archived' }]);
  });

  test.each([
    ['the name of a tag', `${link('One')}<DT><A`, [/^line 4: The file is cut off here, in the middle of a tag/]],
    ['an attribute', `${link('One')}<DT><A HREF="https://b.exa`, [/^line 4: The file is cut off here, in the middle/]],
    ['between attributes', `${link('One')}<DT><A HREF="https://b.example"`, [/^line 4: The file is cut off here/]],
    ['the end of a tag', `${link('One')}<DT><A HREF="https://b.example">B</A`, [/^line 4: The file is cut off here/]],
    ['nothing: it ends behind a tag', `${link('One')}</DL>`, []],
  ])('truncated in %s says so on its line, and gives everything before', async (_, inner, faults) => {
    const { found } = await readAll(fileOf(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${inner}`));
    expect(itemsIn(found)[0]).toMatchObject({ title: 'One' });
    expect(faultsIn(found)).toEqual(faults.map((words) => expect.stringMatching(words) as string));
  });

  test('truncated in a title keeps it, and says that it may be incomplete', async () => {
    const { found } = await readAll(fileOf(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DT><A HREF="https://b.example">Hal`));
    expect(itemsIn(found)).toMatchObject([{ title: 'Hal', remarks: [expect.stringContaining('may be incomplete')] }]);
  });

  test('from Instapaper: headings are folders', async () => {
    expect(await items('instapaper.html')).toMatchObject([
      { title: 'One & all', url: 'https://paper.example/1?a=1&b=2', state: 'toread' },
      { title: 'Two', favourite: true },
      { title: 'Three', state: 'archived' },
      { title: 'Four', folders: [['Recipes']], state: 'toread' },
    ]);
  });

  test('from Pocket: the heading tells what was read', async () => {
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
  ])('has dates in %s', async (_, written) => {
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example" ADD_DATE="${written}">A</A></DL>`;
    expect(itemsIn((await readAll(fileOf(html))).found)).toMatchObject([{ at: at(1700000000) }]);
  });

  test.each(['0', '-5', 'yesterday', '99999999999999999999'])('with the date %s has none', async (written) => {
    const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example" ADD_DATE="${written}">A</A></DL>`;
    expect(itemsIn((await readAll(fileOf(html))).found)[0]).not.toHaveProperty('at');
  });

  test('is read the same in chunks of any size', async () => {
    const file = await fixture('firefox.html');
    const bytes = new Uint8Array(await new Response(file.stream()).arrayBuffer());
    const whole = await readAll(file);
    for (const step of [1, 7, 64]) expect(await readAll(fileOf(bytes, 'x', step))).toEqual(whole);
  });
});
