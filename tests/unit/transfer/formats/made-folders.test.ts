import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll } from '../../../support/import-files.ts';

const foldersIn = async (text: string) => itemsIn((await readAll(fileOf(text))).found).map(({ folders }) => folders);
const folder = (name: string, inner: string, attributes = '') =>
  `<DT><H3${attributes}>${name}</H3>\n<DL><p>\n${inner}</DL><p>\n`;
const link = '<DT><A HREF="https://a.example/">A</A>\n';
const page = (title: string, inner: string) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>${title}</TITLE>\n<H1>${title}</H1>\n${inner}`;

test.each(['Favorites', 'Favourites', 'Bookmarks Menu'])(
  'the outermost folder %s is Safari’s own in a file of Safari, and a folder in other files',
  async (name) => {
    const tree = (attributes = '') => folder(name, link + folder('Tea', link) + folder(name, link), attributes);
    const list = folder('Reading List', link, ' FOLDED id="com.apple.ReadingList"');
    const rest = [undefined, [['Tea']], [[name]]];
    expect(await foldersIn(page('Bookmarks', tree(' FOLDED')))).toEqual(rest);
    expect(await foldersIn(page('Bookmarks', `<DL><p>${tree()}${list}</DL>`))).toEqual([...rest, undefined]);
    const whole = [[[name]], [[name, 'Tea']], [[name, name]]];
    expect(await foldersIn(page('Bookmarks', `<DL><p>${tree(' FOLDED')}</DL>`))).toEqual(whole);
    expect(await foldersIn(page('Raindrop.io Bookmarks', `<DL><p>${tree()}</DL>`))).toEqual(whole);
  },
);

test('what is unsorted in Raindrop is in no folder', async () => {
  const tree = `<DL><p>${folder('Unsorted', link)}${folder('Tea', folder('Unsorted', link))}</DL>`;
  expect(await foldersIn(page('Raindrop.io Bookmarks', tree))).toEqual([undefined, [['Tea', 'Unsorted']]]);
  expect(await foldersIn(page('Bookmarks', tree))).toEqual([[['Unsorted']], [['Tea', 'Unsorted']]]);
  const table = ['Unsorted', 'Tea / Unsorted'].map((name, at) => `${at},A,,,https://a.example/${at},${name}\n`);
  expect(await foldersIn(`id,title,note,excerpt,url,folder\n${table.join('')}`)).toEqual([
    undefined,
    [['Tea', 'Unsorted']],
  ]);
});
