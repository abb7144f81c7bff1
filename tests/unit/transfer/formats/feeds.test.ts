import { expect, test } from 'vitest';
import { cpuMsOf } from '../../../support/time-limits.ts';
import { faultsIn, fileOf, itemsIn, readAll, readFixture } from '../../../support/import-files.ts';

const rss = (items: string) => `<rss><channel><title>Moons</title>${items}</channel></rss>`;
const item = (name: string) => `<item><title>${name}</title><link>https://a.example/${name}</link></item>`;

test('RSS: an article’s summary becomes a quotation, categories become tags, and the rest is kept as imported fields', async () => {
  const { format, items } = await readFixture('rss.xml');
  expect(format).toBe('Feed (RSS, Atom)');
  expect(items).toMatchObject([
    {
      ...{ title: 'Io', url: 'https://moons.example/io', body: '> It is **yellow**.', tags: ['Astronomy'] },
      at: '2024-03-04T05:06:07.000Z',
      imported: { author: 'Ann', 'origin.title': 'Moons & more', enclosure: [expect.stringContaining('io.mp3')] },
    },
  ]);
});

test('Atom: an article’s full text becomes a copy of its page', async () => {
  const { items } = await readFixture('atom.xml');
  expect(items).toMatchObject([
    {
      ...{ title: 'Europa', url: 'https://moons.example/europa', body: '', tags: ['Ice'] },
      ...{ at: '2024-03-04T05:06:07.000Z', changedAt: '2024-03-05T05:06:07.000Z' },
      copy: {
        html: expect.stringContaining('<a href="https://ice.example/">Ice</a></p></div>') as string,
        facts: { author: 'Ben', site: 'Moons' },
      },
    },
  ]);
});

test('an article without an address is a text, and an unclosed one ends where the next one starts', async () => {
  const words = `<item><title>B</title><description>Words</description></item>`;
  const { found } = await readAll(fileOf(rss(`${item('a').replace('</item>', '')}${words}${item('c')}`)));
  expect(itemsIn(found)).toMatchObject([{ title: 'a' }, { title: 'B', body: '> Words' }, { title: 'c' }]);
});

test('an entry longer than a copy, or with endless elements, is reported, and the next one is read', async () => {
  const long = `<item><title>x</title>${'<a>'.repeat(200_000)}</item>`;
  const { found } = await readAll(fileOf(rss(`${long}${item('b')}`)));
  expect(itemsIn(found)).toMatchObject([{ title: 'b' }]);
  expect(faultsIn(found)).toEqual(['line 1: This entry is longer than a note or a copy can be.']);
});

test('an entry with 100,000 different element names takes linear time', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `<x${at}/>`).join('');
  const file = fileOf(rss(`<item><title>a</title><link>https://a.example/</link>${many}</item>`));
  const spent = await cpuMsOf(async () => expect(itemsIn((await readAll(file)).found)).toMatchObject([{ title: 'a' }]));
  expect(spent).toBeLessThan(5000);
});

test('a maximum of unmatched closing tags takes linear time', async () => {
  const text = rss(`<item>${'<abcdefg>'.repeat(60_000)}${'</abcdefh>'.repeat(60_000)}</item>`);
  expect(await cpuMsOf(async () => void (await readAll(fileOf(text))))).toBeLessThan(5000);
});

test('a feed’s title is read once, up to the length of a title', async () => {
  const text = rss(item('a').repeat(2000)).replace('Moons', 'Moons '.repeat(40_000));
  const spent = await cpuMsOf(async () => expect(itemsIn((await readAll(fileOf(text))).found)).toHaveLength(2000));
  expect(spent).toBeLessThan(3000);
});

test('Atom: escaped markup within a text that is markup itself stays text', async () => {
  const content = `<content type="xhtml"><div>Write <code>&lt;div&gt;</code> <a href="https://a.example/?x&amp;copy=1">so</a></div></content>`;
  const { found } = await readAll(fileOf(`<feed><title>F</title><entry><title>T</title>${content}</entry></feed>`));
  expect(itemsIn(found)).toMatchObject([{ body: '> Write `<div>` [so](https://a.example/?x&copy=1)' }]);
});

test('Atom: special characters in titles and plain texts stay as they are; all authors are kept', async () => {
  const authors = '<author><name>Ann</name></author><author><name>Ben</name></author>';
  const entries = [
    '<title type="text">The &lt;video&gt; element</title><summary type="text">a &lt;b&gt; c</summary>',
    '<title>The &lt;video&gt; element</title><summary type="html">a &lt;b&gt;b&lt;/b&gt;</summary>',
    '<title type="html">The &lt;b&gt;video&lt;/b&gt; element</title>',
  ];
  const text = entries.map((each) => `<entry>${each}${authors}</entry>`).join('');
  const { found } = await readAll(fileOf(`<feed><title>F</title>${text}</feed>`));
  const imported = { author: 'Ann, Ben' };
  expect(itemsIn(found)).toMatchObject([
    { title: 'The <video> element', body: String.raw`> a \<b> c`, imported },
    { title: 'The <video> element', body: '> a **b**', imported },
    { title: 'The video element', imported },
  ]);
});

test('WordPress: a password-protected post is imported as private', async () => {
  const post = `<item><title>T</title><wp:post_password>x</wp:post_password><wp:status>publish</wp:status></item>`;
  const { found } = await readAll(fileOf(`<rss xmlns:wp="x"><channel>${post}</channel></rss>`));
  expect(itemsIn(found)).toMatchObject([{ title: 'T' }]);
  expect(itemsIn(found)[0]).not.toHaveProperty('shared');
});

test('WordPress: posts with paragraphs and drafts are imported, but not attachments and trash', async () => {
  const { format, items, faults } = await readFixture('wordpress.xml');
  expect(format).toBe('WordPress (WXR)');
  expect(items).toMatchObject([
    {
      ...{ title: 'Io & I', url: 'https://blog.example/io/', tags: ['Moons', 'yellow'], shared: true },
      body: 'First **line**\n\nSecond with a [link](https://io.example/).',
      ...{ at: '2024-03-04T05:06:07.000Z', changedAt: '2024-03-05T05:06:07.000Z', aside: ['1 comment'] },
      imported: { 'dc:creator': 'ann', 'excerpt:encoded': 'In short' },
    },
    { title: 'Draft', body: 'Not yet', imported: { status: 'draft' } },
  ]);
  expect(items[1]).not.toHaveProperty('shared');
  expect(faults).toEqual(['line 30: It’s a file, which isn’t in this export.']);
});
