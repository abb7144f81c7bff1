import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, fixturePath, itemsIn, readAll, remarksOf } from '../../../support/import-files.ts';

const link = (number: number, title = `Page ${number}`) =>
  `<DT><A HREF="https://page.example/${number}" ADD_DATE="1700000000">${title}</A>\n`;
const bookmarks = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${inner}</DL>\n`;
const titles = async (bytes: string | Uint8Array, name?: string) =>
  itemsIn((await readAll(fileOf(bytes, name))).found).map(({ title }) => title);

function utf16(text: string, bigEndian = false, mark = true): Uint8Array {
  const units = [...(mark ? '\ufeff' : ''), ...text].flatMap((sign) => sign.split(''));
  return new Uint8Array(
    units.flatMap((unit) => {
      const code = unit.charCodeAt(0);
      return bigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
}

describe('a file in another encoding', () => {
  const text = bookmarks(link(1, 'Grüße – “quoted” 日本'));

  test.each([
    ['UTF-16, little end first', utf16(text)],
    ['UTF-16, big end first', utf16(text, true)],
    ['UTF-16 without a mark', utf16(text, false, false)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ])('in %s is read', async (_, bytes) => {
    expect(await titles(bytes)).toEqual(['Grüße – “quoted” 日本']);
  });

  test.each([
    ['windows-1251', [0xd7, 0xe8, 0xf2, 0xe0, 0xf2, 0xfc, 0x20, 0xea, 0xed, 0xe8, 0xe3, 0xe8], 'Читать книги'],
    ['koi8-r', [0xfe, 0xc9, 0xd4, 0xc1, 0xd4, 0xd8, 0x20, 0xcb, 0xce, 0xc9, 0xc7, 0xc9], 'Читать книги'],
    [
      'euc-jp',
      [
        0xc6, 0xfc, 0xcb, 0xdc, 0xb8, 0xec, 0xa4, 0xce, 0xcb, 0xdc, 0xa4, 0xf2, 0xc6, 0xc9, 0xa4, 0xe0, 0xa1, 0xa3,
        0xba, 0xa3, 0xc6, 0xfc, 0xa4, 0xce, 0xb5, 0xad, 0xbb, 0xf6, 0xa4, 0xc8, 0xa5, 0xe1, 0xa5, 0xe2, 0xa1, 0xa3,
      ],
      '日本語の本を読む。今日の記事とメモ。',
    ],
  ])(
    'in %s without a declaration is recognised by its words, and the report says so',
    async (encoding, words, title) => {
      const [start = '', end = ''] = bookmarks(link(1, '|')).split('|');
      const bytes = [...new TextEncoder().encode(start), ...words, ...new TextEncoder().encode(end)];
      const { found } = await readAll(fileOf(Uint8Array.from(bytes)));
      expect(itemsIn(found).map((item) => item.title)).toEqual([title]);
      expect(remarksOf(found)).toEqual([expect.stringContaining(`it was read as ${encoding}`)]);
    },
  );

  test('with a few Western words and no declaration is read as Windows-1252', async () => {
    const [start = '', end = ''] = bookmarks(link(1, '|')).split('|');
    const bytes = [...`${start}Citt\u00e0 di Roma, tiramis\u00f9, rag\u00f9${end}`].map((sign) => sign.charCodeAt(0));
    expect(await titles(Uint8Array.from(bytes))).toEqual(['Città di Roma, tiramisù, ragù']);
  });

  test('in Windows-1252 is read even if its first distinctive character comes late', async () => {
    const ascii = Array.from({ length: 3000 }, (_, number) => link(number)).join('');
    const head = new TextEncoder().encode(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${ascii}`);
    const tail = Uint8Array.from(
      link(9999, 'Caf\u00e9 \u0093hier\u0094 \u0080')
        .split('')
        .map((sign) => sign.charCodeAt(0)),
    );
    const read = await titles(new Uint8Array([...head, ...tail]));
    expect(read).toHaveLength(3001);
    expect(read.at(-1)).toBe('Café “hier” €');
  });

  test('is decoded as its HTML declares', async () => {
    const text = '<META CONTENT="text/html; charset=windows-1251">' + link(1, '\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2');
    const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${text}</DL>`;
    expect(await titles(Uint8Array.from(page.split('').map((sign) => sign.charCodeAt(0))))).toEqual(['Привет']);
  });

  test('is decoded as its XML declares', async () => {
    const xml = '<?xml version="1.0" encoding="windows-1251"?><xbel><bookmark href="https://a.example"><title>';
    const file = `${xml}\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2</title></bookmark></xbel>`;
    expect(await titles(Uint8Array.from(file.split('').map((sign) => sign.charCodeAt(0))))).toEqual(['Привет']);
  });

  test('in UTF-8 with an invalid character is still UTF-8', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${link(1, 'größer – länger')}`),
      0xff,
      ...new TextEncoder().encode(link(2, 'schöner')),
    ]);
    expect(await titles(bytes)).toEqual(['größer – länger', 'schöner']);
  });
});

test.each([
  [
    'rows without names of columns',
    'https://a.example/1,One\n"https://a.example/2","Two, and ""more"" of it"\n',
    [
      ['https://a.example/1', 'One'],
      ['https://a.example/2', 'Two, and "more" of it'],
    ],
  ],
  ['JSON of rows', '[["https://a.example/1","One"]]', [['https://a.example/1', 'One']]],
  [
    'one thing alone',
    '{"url":"https://a.example/1","title":"One","author":{"url":"https://b.example/"}}',
    [['https://a.example/1', 'One']],
  ],
  [
    'anchors that lead nowhere',
    bookmarks(`<DT><A>Once</A>\n${link(1)}`),
    [
      [undefined, 'Once'],
      ['https://page.example/1', 'Page 1'],
    ],
  ],
])('%s are imported with their titles', async (_, text, expected) => {
  const { found } = await readAll(fileOf(text, 'a.csv'));
  expect(itemsIn(found).map(({ url, title }) => [url, title])).toEqual(expected);
  expect(faultsIn(found)).toEqual([]);
});

const examples = readdirSync(fixturePath(''), { withFileTypes: true }).filter((entry) => entry.isFile());

test.each(examples.map(({ name }) => name))(
  '%s is the same with other line ends, a mark at its beginning or null characters after its end',
  async (name) => {
    const text = readFileSync(fixturePath(name), 'utf8')
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n');
    // A copy without a date is dated when it is read.
    const read = async (content: string) =>
      JSON.stringify(await readAll(fileOf(content, name)), (key, value: unknown) =>
        key === 'copy' ? 'a copy' : value,
      );
    const expected = await read(text);
    for (const written of [text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\ufeff${text}`, `${text}\0\0`])
      expect(await read(written)).toBe(expected);
  },
);
