import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, fixture, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

describe('a list of links as XML', () => {
  test('XBEL: folders, times and descriptions', async () => {
    const { format, found } = await readAll(await fixture('bookmarks.xbel'));
    expect(format).toBe('XBEL');
    expect(found).toEqual([
      {
        place: 'line 9',
        item: {
          title: 'A clock',
          url: 'https://clock.example/?a=1&b=2',
          body: 'Tells the \\<time> of day.',
          tags: [],
          folders: [['Tools & toys', 'Clocks']],
          at: '2019-05-06T07:08:09.000Z',
          changedAt: '2020-01-02T03:04:05.000Z',
          imported: {
            visited: '2021-01-01T00:00:00Z',
            'metadata http://freedesktop.org': [
              'bookmark:icon href: file:///clock.png',
              'bookmark:icon type: image/png',
            ],
          },
        },
      },
      { place: 'line 15', item: expect.objectContaining({ title: 'A toy', folders: [['Tools & toys']] }) },
      { place: 'line 18', item: expect.objectContaining({ title: 'A toy', folders: [['Again']] }) },
      { place: 'line 18', why: 'This refers to a bookmark that isn’t above it.' },
      {
        place: 'line 19',
        item: { title: 'Outside', url: 'https://outside.example/', body: '', tags: [] },
      },
    ]);
  });

  test('XBEL: all the metadata of a bookmark, in any place', async () => {
    const noted = (icon: string) => `<info><metadata owner="o"><icon name="${icon}"/></metadata></info>`;
    const inner = `<bookmark href="https://a.example"><title>A</title>${noted('p')}${noted('q')}</bookmark>`;
    const [item] = itemsIn((await readAll(fileOf(`<xbel>${inner}</xbel>`))).found);
    expect(item?.imported).toEqual({ 'metadata o': ['icon name: p', 'icon name: q'] });
  });

  test('OPML: a link to each feed’s page; outlines without an address are reported', async () => {
    const { format, found } = await readAll(await fixture('feeds.opml'));
    expect(format).toBe('OPML');
    expect(itemsIn(found)).toEqual([
      {
        title: 'Small moons',
        url: 'https://moons.example/',
        body: 'About moons.',
        tags: ['space/moons', 'night'],
        folders: [['Science']],
        at: '2024-03-04T05:06:07.000Z',
        imported: { xmlurl: 'https://moons.example/feed.xml' },
      },
      expect.objectContaining({
        title: 'Soil',
        url: 'https://soil.example/atom.xml',
        folders: [['Science', 'Nearer']],
      }),
      { title: 'A link', url: 'https://link.example/', body: '', tags: [] },
    ]);
    expect(faultsIn(found)).toEqual([expect.stringMatching(/^line 12: This outline has no address/)]);
  });

  test('replaces none of the file’s own entities', async () => {
    const bomb = '<!DOCTYPE xbel [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    const { found } = await readAll(
      fileOf(
        `<?xml version="1.0"?>${bomb}<xbel><bookmark href="https://a.example"><title>&b;</title></bookmark></xbel>`,
      ),
    );
    expect(itemsIn(found)).toMatchObject([{ title: expect.not.stringContaining('ha') as string }]);
  });

  test.each(['bookmarks.xbel', 'feeds.opml', 'evernote.enex'])(
    '%s is read the same in chunks of any size',
    async (name) => {
      const bytes = new Uint8Array(await new Response((await fixture(name)).stream()).arrayBuffer());
      const whole = await readAll(fileOf(bytes));
      for (const step of [1, 9, 100]) expect(await readAll(fileOf(bytes, 'x', step))).toEqual(whole);
    },
  );

  test.each([
    ['bookmarks.xbel', 'A toy', ['A clock'], /is cut off/],
    ['feeds.opml', 'https://soil', ['Small moons'], /is cut off/],
    ['evernote.enex', 'A thought', ['Bread & water'], /is cut off within this note/],
  ])('a truncated %s gives the complete entries, and says where it ends', async (name, within, titles, words) => {
    const text = await new Response((await fixture(name)).stream()).text();
    const { found } = await readAll(fileOf(text.slice(0, text.indexOf(within) + 5)));
    expect(itemsIn(found).map(({ title }) => title)).toEqual(titles);
    expect(faultsIn(found)[0]).toMatch(words);
  });
});

test('pictures on the web stay in their text, and others are replaced by their description', async () => {
  const html =
    '<en-note>See <a href="https://a.example/"><img src="https://a.example/b.png" alt="The [b]"/></a> <img src="x.png" alt="no more"/></en-note>';
  const note = `<note><title>Shown</title><content><![CDATA[${html}]]></content></note>`;
  const { found } = await readAll(fileOf(`<en-export>${note}</en-export>`));
  expect(itemsIn(found)).toMatchObject([
    { body: 'See [![The \\[b\\]](https://a.example/b.png)](https://a.example/) no more' },
  ]);
});

test('Pinboard’s XML gives the same posts as its JSON', async () => {
  const { format, items } = await readFixture('pinboard.xml');
  expect(format).toBe('Pinboard (XML)');
  expect(items).toEqual([
    {
      ...{ title: 'Pins "and" needles', url: 'https://pin.example/?a=1&b=2', body: 'In words.', shared: false },
      ...{ tags: ['sewing', 'steel'], at: '2020-01-02T03:04:05.000Z', state: 'toread' },
      imported: { hash: '0cc175b9', meta: '92eb5ffe' },
    },
    expect.objectContaining({ title: 'Thimbles', shared: true, tags: [] }),
  ]);
});

describe('wallabag as XML', () => {
  test('gives the same as its JSON', async () => {
    const [xml, json] = [await readFixture('wallabag.xml'), await readFixture('wallabag-2.json')];
    expect([xml.format, xml.faults]).toEqual(['wallabag (XML)', []]);
    const html = `<p>Somebody's <a href="https://bag.example/">article</a> &amp; more</p>`;
    const [first, second] = json.items;
    expect(xml.items).toEqual([
      { ...first, copy: { ...first?.copy, html }, imported: { ...first?.imported, id: '7', reading_time: '5' } },
      { ...second, shared: undefined, imported: { id: '8', reading_time: '0' } },
    ]);
  });

  test('that is truncated names the incomplete entry', async () => {
    const whole = await new Response((await fixture('wallabag.xml')).stream()).text();
    const { found } = await readAll(fileOf(whole.slice(0, whole.indexOf('3]]></url>'))));
    expect(itemsIn(found)).toHaveLength(1);
    expect(found.slice(1)).toMatchObject([
      { place: 'line 38', title: 'An empty bag', why: 'The file is cut off within this entry.' },
      { place: 'the file', remark: expect.stringMatching(/^The file ends before it is closed/) as string },
    ]);
  });

  test.each([
    ['title', '<title>A', '</title>'],
    ['tags', '<entry>x</entry>', '</tags>'],
    ['content', '<p>Words</p>]]>', '</content>'],
    ['entry', '<is_archived>1</is_archived>', '</entry>'],
    ['entry, tags', '<entry>x</entry>', '</tags><is_archived>1</is_archived></entry>'],
  ])('keeps what follows an unclosed element: %s', async (names, before, left) => {
    const entry = (title: string) =>
      `<entry><id>${title}</id><title>${title}</title><url>https://bag.example/${title}</url><content><![CDATA[<p>Words</p>]]></content><tags><entry>x</entry></tags><is_archived>1</is_archived></entry>`;
    const broken = entry('A').replace(before + left, before);
    const { found } = await readAll(fileOf(`<result>${broken}${entry('B')}\n${entry('C')}</result>`));
    const whole = (title: string) => ({ title, url: `https://bag.example/${title}`, tags: ['x'], state: 'archived' });
    const [first, ...rest] = itemsIn(found);
    expect(faultsIn(found)).toEqual([]);
    expect(rest).toEqual([expect.objectContaining(whole('B')), expect.objectContaining(whole('C'))]);
    const { state, ...own } = whole('A');
    expect(first).toMatchObject({ ...own, copy: { html: '<p>Words</p>' } });
    expect(first?.state).toBe(left.includes('is_archived') ? undefined : state);
    expect(first?.remarks).toEqual([`Never closed in the file, so read as far as the next: ${names}.`]);
  });
});

describe('a note from Evernote', () => {
  const noteOf = async (content: string) => {
    const note = `<note><title>A</title><content><![CDATA[<en-note>${content}</en-note>]]></content></note>`;
    return itemsIn((await readAll(fileOf(`<en-export>${note}</en-export>`))).found)[0]?.body;
  };

  test('keeps line breaks and indentation in code', async () => {
    const style = 'box-sizing: border-box; --en-codeblock:true;--en-syntaxLanguage:python;';
    const lines = ['def f(x):', '&nbsp;&nbsp;if *x*:', '<br/>', '<div>    return 1<br/></div>', '# _end_'];
    const code = `<div style="${style}">${lines.map((line) => `<div>${line}</div>`).join('')}</div>`;
    expect(await noteOf(`<div>Before</div>${code}<div>After</div>`)).toBe(
      'Before\n\n```python\ndef f(x):\n  if *x*:\n\n    return 1\n# _end_\n```\n\nAfter',
    );
    expect(await noteOf(`<div style="-en-codeblock:true;">one<br/>two`)).toBe('```\none\ntwo\n```');
  });

  test('keeps an address without link text', async () => {
    const link = (inner: string) => `<div><a href="https://io.example/">${inner}</a></div>`;
    expect(await noteOf(`${link('')}${link('<b>Io</b>')}${link('<en-media hash="a" type="image/png"/>')}`)).toBe(
      '[https://io.example/](https://io.example/)\n\n[**Io**](https://io.example/)',
    );
  });

  test('keeps emphasis inside and around a link', async () => {
    const link = '<a href="https://io.example/">';
    expect(
      await noteOf(`<b>a ${link}b</a> c</b> ${link}<i>d</i> e</a> <b>${link}<i>f</i></a></b> ${link}g</a><b>h</b>`),
    ).toBe(
      '**a [b](https://io.example/) c** [*d* e](https://io.example/) **[*f*](https://io.example/)** [g](https://io.example/)**h**',
    );
  });

  test('keeps tasks in numbered lists', async () => {
    const list =
      '<ol style="--en-todo:true;"><li style="--en-checked:false;">One</li><li style="--en-checked:true;">Two</li></ol>';
    expect(await noteOf(list)).toBe('1. [ ] One\n2. [x] Two');
  });
});
