import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { faultsIn, fileOf, itemsIn, readAll } from '../../../support/import-files.ts';
import { cpuMsOf } from '../../../support/time-limits.ts';
import { batchesOf } from '../../../../src/transfer/formats/batches.ts';
import { openFiles } from '../../../../src/transfer/formats/open-file.ts';

const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));
const link = (number: number, title: string) =>
  `<DT><A HREF="https://page.example/${number}" ADD_DATE="1700000000">${title}</A>\n`;
const head = (charset: string) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">\n<DL><p>\n`;
const titles = async (bytes: string | Uint8Array, name?: string) =>
  itemsIn((await readAll(fileOf(bytes, name))).found).map(({ title }) => title);

describe('encodings', () => {
  test('invalid bytes that look like a UTF-16 byte order mark do not make a file UTF-16', async () => {
    const broken = bytesOf(head('UTF-8'), link(1, 'Before'), [0xff, 0xfe, 0x80], link(2, 'After'), '</DL>');
    expect(await titles(broken)).toEqual(['Before', 'After']);
  });

  test('UTF-8 declared as windows-1252 is read as UTF-8, and real windows-1252 as declared', async () => {
    expect(await titles(bytesOf(head('windows-1252'), link(1, 'Grüße 日本'), '</DL>'))).toEqual(['Grüße 日本']);
    const western = bytesOf(head('windows-1252'), link(1, 'Caf#').split('#')[0] ?? '', [0xe9], '</A></DL>');
    expect(await titles(western)).toEqual(['Café']);
  });

  test('Japanese in a 7-bit encoding is recognised without a declaration', async () => {
    const title = [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42];
    const [before = '', after = ''] = link(1, '#').split('#');
    expect(
      await titles(bytesOf('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>', before, title, after, '</DL>')),
    ).toEqual(['日本']);
  });

  test('a single zero byte does not make a file binary', async () => {
    const text = `${head('UTF-8')}${link(1, 'With\0out')}${link(2, 'Beside it')}</DL>`;
    expect(await titles(text)).toEqual(['Without', 'Beside it']);
  });
});

test('numbers that JSON does not allow do not hide the rest of a file, in chunks of any size', async () => {
  const item = (number: number, more: string) =>
    `{"url":"https://page.example/${number}","title":"NaN ${number}",${more}}`;
  const text = `[${item(1, '"score":NaN')},${item(2, '"most":[Infinity,-Infinity]')},${item(3, '"id":3')}]`;
  const expected = ['NaN 1', 'NaN 2', 'NaN 3'];
  expect(await titles(text, 'a.json')).toEqual(expected);
  for (const size of [1, 2, 3, 7]) {
    const { found } = await readAll(fileOf(text, 'a.json', size));
    expect(itemsIn(found).map((one) => one.title)).toEqual(expected);
  }
});

test('an impossible date is not converted, and kept as written', async () => {
  const { found } = await readAll(fileOf('url,title,created\nhttps://page.example/,Leap,2020-02-30\n', 'a.csv'));
  expect(itemsIn(found)).toMatchObject([{ title: 'Leap', imported: { created: '2020-02-30' } }]);
});

test('an item with a hundred thousand tags is imported, and its line says what was left out', async () => {
  const tags = Array.from({ length: 100_000 }, (_, at) => `t${at}`);
  const items = (async function* () {
    yield { place: 'line 1', item: { title: 'Tagged', url: 'https://page.example/', body: '', tags } };
  })();
  const [batch] = await Array.fromAsync(batchesOf(items as never, 0));
  expect(batch?.entries).toMatchObject([
    { item: { title: 'Tagged', aside: ['tags'], remarks: [expect.stringContaining('100000 tags')] } },
  ]);
});

test('a file with an unknown compression method is not called damaged', async () => {
  const archive = zipSync({ 'a.md': strToU8('# A'), 'b.md': [strToU8('# B'), { level: 0 }] });
  // The compression method of the first entry: LZMA.
  archive[8] = 14;
  const faults = faultsIn((await readAll(fileOf(archive, 'a.zip'))).found);
  expect(faults).toEqual([expect.stringContaining('packed in a way we can’t open')]);
});

test('an unreadable file is reported, and the rest of its folder is imported', async () => {
  const stream = () => new ReadableStream<Uint8Array>({ start: (to) => to.error(new TypeError('network error')) });
  const gone = ['all/gone.md', 'all/gone.zip'].map((name) => ({ name, size: 9, stream }));
  const junk = ['all/Thumbs.db', 'all/desktop.ini'].map((name) => fileOf('[x]', name));
  const opened = await openFiles([...gone, ...junk, fileOf('# Kept\n\nWords.', 'all/kept.md')]);
  const found = opened.ok ? await Array.fromAsync(opened.items) : [];
  expect(itemsIn(found)).toMatchObject([{ title: 'Kept' }]);
  expect(faultsIn(found)).toEqual(
    gone.map(({ name }) => expect.stringMatching(`^${name}: It can’t be read`) as string),
  );
});

test('a line of 16 MB in a table takes linear time', async () => {
  const file = fileOf(`title,url,note\nA,https://a.example/,"${'word '.repeat(3_200_000)}"\n`, 'a.csv');
  const spent = await cpuMsOf(async () => expect(itemsIn((await readAll(file)).found)).toMatchObject([{ title: 'A' }]));
  expect(spent).toBeLessThan(5000);
});
