import { crc32, deflateRawSync, constants } from 'node:zlib';
import { zipSync } from 'fflate';
import type { Shape } from './hostile-files.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const million = 1_000_000;
const counted = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('');
const many = (count: number, of: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, of(at)]));
const innocent = (title: string): [string, Uint8Array] => [`${title}.md`, utf8(`# ${title}\n\nA text.\n`)];
const zipped = (files: Record<string, Uint8Array | string>): Uint8Array<ArrayBuffer> => {
  const entries = Object.entries(files).map(([name, of]): [string, Uint8Array] => [
    name,
    typeof of === 'string' ? utf8(of) : of,
  ]);
  return zipSync(Object.fromEntries([innocent('before'), ...entries, innocent('after')]), {
    level: 9,
  });
};

/** A zip bomb: each entry unpacks to `megabytes` of one letter, without ever holding that much in memory here. */
function bomb(entries: number, megabytes: number): Uint8Array<ArrayBuffer> {
  const part = deflateRawSync(Buffer.alloc(1024 * 1024, '['), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([...Array<Buffer>(megabytes).fill(part), Buffer.from([3, 0])]);
  const stored = (name: string, of: Uint8Array, method: number, size: number, sum: number) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(sum, 14);
    head.writeUInt32LE(of.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), of]);
  };
  const text = ([name, of]: [string, Uint8Array]) => stored(name, of, 0, of.length, crc32(of));
  const bombs = Array.from({ length: entries }, (_, at) => stored(`${at}.json`, packed, 8, megabytes * 1024 * 1024, 0));
  return Buffer.concat([text(innocent('before')), ...bombs, text(innocent('after'))]);
}

const both = ['before', 'after'];

/** Hostile archives, each with a harmless file at its beginning and at its end. */
export const archives: Shape[] = [
  ['bomb-1-gb.zip', () => bomb(1, 1024), both],
  ['bomb-40-of-100-mb.zip', () => bomb(40, 100), both],
  ['brackets-24-mb.zip', () => zipped({ 'x.json': Buffer.alloc(24 * million, '[') }), both],
  ['archive-in-archive.zip', () => zipped({ 'inner.zip': zipped({}) }), both],
  ['empty-files-10000.zip', () => zipped(many(10_000, () => '')), both],
  [
    'paths.zip',
    () => zipped({ '../../../etc/passwd.md': '# x\n\ny', [`${'d/'.repeat(30_000)}x.md`]: '# deep\n\ny' }),
    both,
  ],
  ['yaml-aliases.zip', () => zipped({ 'x.md': `---\n${aliases()}\n---\ntext` }), both],
  [
    'yaml-deep.zip',
    () =>
      zipped({
        'x.md': `---\ntags: ${'['.repeat(60_000)}\n---\ntext`,
        'y.md': `---\n${'- '.repeat(30_000)}x\n---\ntext`,
      }),
    both,
  ],
  [
    'yaml-keys.zip',
    () =>
      zipped({
        'x.md': `---\n${counted(7000, (at) => `k${at}: 1\n`)}---\ntext`,
        'y.md': `---\n${'? '.repeat(30_000)}x\n---\ntext`,
      }),
    both,
  ],
  [
    'yaml-100-files.zip',
    () => {
      const head = counted(6000, (key) => `k${key}: 1\n`);
      return zipped(many(100, (at) => `---\n${head}---\ntext ${at}`));
    },
    both,
  ],
  ['heading.zip', () => zipped({ 'x.md': `# ${'#'.repeat(180_000)}x\n` }), both],
];

function aliases(): string {
  const names = [...'bcdefghijklmnop'];
  return [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...names.map(
      (name, at) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${['a', ...names][at]}`)
          .join(',')}]`,
    ),
  ].join('\n');
}
