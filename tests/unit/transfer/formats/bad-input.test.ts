import { readdirSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  faultsIn,
  fileOf,
  fixture,
  fixturePath,
  itemsIn,
  readAll,
  remarksOf,
  zippedFixture,
  zipOf,
} from '../../../support/import-files.ts';

const link = (number: number, title = `Page ${number}`) =>
  `<DT><A HREF="https://page.example/${number}" ADD_DATE="1700000000">${title}</A>\n`;
const bookmarks = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${inner}</DL>\n`;
const titles = async (bytes: string | Uint8Array, name?: string) =>
  itemsIn((await readAll(fileOf(bytes, name))).found).map(({ title }) => title);

describe('a truncated file', () => {
  test('of bookmarks gives every bookmark before the cut', async () => {
    expect(await titles(bookmarks(link(1) + link(2)).slice(0, -11))).toEqual(['Page 1', 'Page 2']);
  });

  test.each([
    ['of bookmarks', bookmarks(link(1)).slice(0, -7), 1],
    ['of bookmarks, after a folder', bookmarks(`<DT><H3>A</H3><DL><p>${link(1)}</DL><p>\n`).slice(0, -7), 1],
    ['of outlines', '<opml version="2.0"><body><outline text="A" url="https://a.example/"/>', 1],
    ['in a table', 'title,url,tags\nA,https://a.exam', 1],
    ['of bookmarks, before the first one', '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookm', 0],
  ])('%s is reported as such, or as empty', async (_, text, count) => {
    const { found } = await readAll(fileOf(text));
    expect(itemsIn(found)).toHaveLength(count);
    expect([...remarksOf(found), ...faultsIn(found)].join()).toMatch(/may be cut off|nothing in this file/);
  });

  test('of JSON gives the complete items, and names the one where it ends', async () => {
    const item = (id: number) => ({
      id,
      title: `Bag ${id}`,
      url: `https://bag.example/${id}`,
      is_archived: 0,
      tags: [],
    });
    const whole = JSON.stringify([item(1), item(2), item(3)]);
    const { found } = await readAll(fileOf(whole.slice(0, -20)));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['Bag 1', 'Bag 2']);
    expect(faultsIn(found)).toEqual(['item 3: The file is cut off or broken here. The 2 items before it came in.']);
  });

  test('of a table gives the complete rows, and names the line with the unclosed quotation mark', async () => {
    const { found } = await readAll(
      fileOf('title,url,time_added\nA,https://a.example,1\n"B,https://b.example,1\nC,x,1\nand so on\n'),
    );
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['A', '"B']);
    expect(faultsIn(found)).toEqual([
      expect.stringMatching(/^line 3: A quotation mark on this line is never closed.* 2 others were left out\.$/),
    ]);
  });

  test('of an archive gives the complete files, and names the one where it ends', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => `word${at * 7919}`).join(' ');
    const zip = zipOf({ 'a.md': '# First\n\nWhole.', 'b.md': `# Second\n\n${long}` });
    const { found } = await readAll(fileOf(zip.slice(0, zip.length / 2)));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['First']);
    expect(faultsIn(found)).toEqual([expect.stringMatching(/^b\.md: The archive is cut off/)]);
  });

  test('of an archive cut between two files says so, and a complete archive does not', async () => {
    const zip = zipOf({ 'a.md': '# First\n\nWhole.', 'b.md': '# Second\n' });
    const cut = fileOf(zip.slice(0, Buffer.from(zip).indexOf('PK\x03\x04', 4)));
    const { found } = await readAll(cut);
    expect(itemsIn(found)).toMatchObject([{ title: 'First' }]);
    expect(remarksOf(found)).toEqual([expect.stringMatching(/^the archive: .*files may be missing/)]);
    expect(remarksOf((await readAll(fileOf(zip, 'file', 7))).found)).toEqual([]);
  });
});

describe('a file truncated anywhere', () => {
  const examples = readdirSync(fixturePath(''), { withFileTypes: true }).filter((entry) => entry.isFile());
  const closed = /\.(json|xml|xbel|opml|enex|html)$/;

  test.each(examples.map(({ name }) => name))(
    '%s gives what comes before the cut, or a reason if that is nothing',
    async (name) => {
      const bytes = new Uint8Array(await new Response((await fixture(name)).stream()).arrayBuffer());
      const whole = await readAll(fileOf(bytes, name));
      const known = new Set(itemsIn(whole.found).map(({ url, title }) => url ?? title));
      let before = 0;
      for (let part = 1; part < 20; part += 1) {
        const at = Math.floor((bytes.length * part) / 20);
        const { format, found } = await readAll(fileOf(bytes.slice(0, at), name));
        expect(found.length).toBeGreaterThan(0);
        if (format !== whole.format) continue;
        const items = itemsIn(found).filter(({ url, title }) => known.has(url ?? title));
        if (closed.test(name)) expect(items.length).toBeGreaterThanOrEqual(before);
        before = items.length;
      }
    },
  );
});

describe('a hostile file', () => {
  test('with folders nested 10,000 deep is read to its end', async () => {
    const deep = 10_000;
    const html = '<DT><H3>f</H3><DL><p>'.repeat(deep) + link(1) + '</DL><p>'.repeat(deep) + link(2);
    const { found } = await readAll(fileOf(bookmarks(html)));
    expect(itemsIn(found).map(({ title, folders = [[]] }) => [title, folders[0]?.length])).toEqual([
      ['Page 1', 2000],
      ['Page 2', 0],
    ]);
  });

  test.each([
    [
      'JSON',
      `[{"is_archived":0,"url":"https://a.example","title":"A","tags":[],"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`,
    ],
    ['tags that are never closed', bookmarks(`${'<b>'.repeat(10_000)}${link(1, 'A')}`)],
  ])('with 10,000 levels of %s is read to its end', async (_, text) => {
    expect(await titles(text)).toEqual(['A']);
  });

  test('with front matter nested 10,000 deep or expanding aliases is refused by its path', async () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(',')}]`),
    ];
    for (const [head, why] of [
      [`tags: ${'['.repeat(10_000)}`, / has a mistake in line 2/],
      [bomb.join('\n'), / repeats its own parts \(&, \*\) more than 50 times/],
    ] as const) {
      const { found } = await readAll(fileOf(zipOf({ 'bad.md': `---\n${head}\n---\ntext`, 'good.md': '# Good\n' })));
      expect(itemsIn(found).map(({ title }) => title)).toEqual(['Good']);
      expect(faultsIn(found)).toEqual([
        expect.stringMatching(new RegExp(`^bad\\.md: The front matter.*${why.source}`)),
      ]);
    }
  });

  test('that unpacks to a thousand times its size is stopped, and the rest of its archive is read', async () => {
    const zip = zipSync(
      {
        'bomb.json': new Uint8Array(40 * 1024 * 1024).fill(0x20).fill(0x5b, 0, 1),
        'after.md': new TextEncoder().encode('# After\n'),
      },
      { level: 9 },
    );
    expect(zip.length).toBeLessThan(60_000);
    const { found } = await readAll(fileOf(zip));
    expect(faultsIn(found)).toEqual([expect.stringMatching(/^bomb\.json: It unpacks to more than 150 times its size/)]);
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['After']);
  });

  test('that is an archive within an archive is not opened', async () => {
    const { found } = await readAll(fileOf(zipOf({ 'inner.zip': await zippedFixture('vault') })));
    expect(faultsIn(found)).toEqual(['inner.zip: Archives inside archives aren’t opened. Unpack it first.']);
  });

  test('with damaged entries is reported entry by entry', async () => {
    const zip = zipOf({ 'a.md': `# A\n\n${'x'.repeat(3000)}`, 'b.md': '# B\n' });
    const damaged = zip.slice();
    damaged.fill(0xff, 36, 46);
    const { found } = await readAll(fileOf(damaged));
    expect(faultsIn(found)[0]).toMatch(/^a\.md: (It’s damaged|The archive is cut off or damaged)/);
  });

  test('with password-protected entries is reported entry by entry, compressed or not, and other entries are imported', async () => {
    const files = { 'a.md': '# A\n\nSecret.', 'b.md': '# B\n\nOpen.', 'c.md': `# C\n\n${'x'.repeat(3000)}` };
    const entries = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
    const zip = zipSync(
      { ...Object.fromEntries(entries.slice(0, 2)), 'c.md': [entries[2]![1], { level: 9 }] },
      { level: 0 },
    );
    for (const name of ['a.md', 'c.md']) zip[Buffer.from(zip).indexOf(name) - 30 + 6]! |= 1;
    for (const step of [7, 65536]) {
      const { found } = await readAll(fileOf(zip, 'file', step));
      expect(itemsIn(found).map(({ title }) => title)).toEqual(['B']);
      expect(faultsIn(found)).toEqual(
        ['a.md', 'c.md'].map((name) => `${name}: It’s locked with a password. Make the archive again without one.`),
      );
    }
  });

  test('with an endless tag uses no more than a few megabytes of memory', async () => {
    const { found } = await readAll(fileOf(bookmarks(`${link(1)}<A HREF="${'x'.repeat(6_000_000)}">Page 2</A>`)));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(['Page 1']);
    expect(remarksOf(found), 'where the file ends is not known').toEqual([]);
    expect(faultsIn(found)).toEqual([expect.stringMatching(/^line \d+: A tag begins here and doesn’t end within/)]);
  });
});

test.each([
  ['nothing', '', /^the file: The file is empty\.$/],
  ['white space', ' \n\t', /nothing but spaces/],
  [
    'a picture',
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0, 0, 1, 2, 3]),
    /This isn’t a file we can read\. Export it again/,
  ],
  ['a page', '<!doctype html><title>x</title><p>y', /This is a web page, not a bookmarks file/],
  ['a letter', 'Dear reader', /begins with “Dear reader”, which doesn’t match any format we know/],
  ['other JSON', '{"a":{"b":1}}', /not in a format we know/],
  ['half a word of JSON', '{"bookm', /item 1: The file isn’t complete JSON/],
  ['an empty archive', zipOf({}), /There’s no file in this archive/],
])('a file that contains %s is refused with a sentence', async (_, content, words) => {
  const { found } = await readAll(fileOf(content, 'x'));
  expect(itemsIn(found)).toEqual([]);
  expect(faultsIn(found)).toEqual([expect.stringMatching(words)]);
});

test('archive entries with paths above their folder are imported like any other', async () => {
  expect(await titles(zipOf({ '../a.md': '# Above', 'b/c.md': '# In it' }))).toEqual(['Above', 'In it']);
});

test('folder descriptions of bookmarks are reported as left out', async () => {
  const { found } = await readAll(fileOf(bookmarks(`<DT><H3>Bread</H3>\n<DD>Of rye.\n<DL><p>${link(1)}</DL>`)));
  expect(itemsIn(found)).toMatchObject([{ folders: [['Bread']] }]);
  expect(faultsIn(found)).toEqual(['line 4: This folder’s description was left out: “Of rye.”']);
  const folder = '<folder><title>Bread</title><desc>Of rye.</desc><bookmark href="https://a.example/"/></folder>';
  expect(faultsIn((await readAll(fileOf(`<xbel>${folder}</xbel>`))).found)).toEqual([
    'line 1: This folder’s description was left out: “Of rye.”',
  ]);
});

test.each([
  ['a backup of Firefox', 'mozLz40\0\n\0\0\0[{"guid":', 'a.jsonlz4', /Firefox.*Export Bookmarks to HTML/],
  ['a database', 'SQLite format 3\0\u0010', 'places.sqlite', /database.*Export/],
  ['what Arc keeps', '{"sidebar":{"containers":[]},"version":1}', 'StorableSidebar.json', /Arc’s own.*HTML/],
  ['what Safari keeps', 'bplist00\u00d1', 'Bookmarks.plist', /property list.*Export/],
  ['the same as XML', '<plist version="1.0"><dict/></plist>', 'Bookmarks.plist', /property list.*Export/],
  ['Zotero’s RDF', '<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#"/>', 'Mine.rdf', /Zotero.*CSL JSON/],
  ['a tar archive', `a.md${'\0'.repeat(253)}ustar\0`, 'notes.jex', /tar archive.*Front Matter/],
  [
    'a raw file of Joplin',
    `Io\n\nWords\n\nid: ${'a'.repeat(32)}\ntype_: 1`,
    `${'a'.repeat(32)}.md`,
    /Joplin.*Front Matter/,
  ],
  ['references of EndNote', '<xml><records><record><titles/></record></records></xml>', 'a.xml', /RIS or BibTeX/],
  ['a table without addresses', 'Title,Author\nIo,Ann\n', 'a.csv', /title beside a text: title, author/],
])('%s is recognised, with what to do instead', async (_, content, name, says) => {
  const { found } = await readAll(fileOf(content, name));
  expect(found).toEqual([{ place: 'the file', why: expect.stringMatching(says) as string }]);
});
