import { crc32, deflateRawSync } from 'node:zlib';
import { configure, TextWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { centralHeader, endOfArchive, localHeader } from '../../../../src/server/export/zip-records.ts';
import { zipOf, type ZipFile } from '../../../../src/server/export/zip.ts';

configure({ useWebWorkers: false });

async function* filesOf(files: readonly ZipFile[]): AsyncGenerator<ZipFile, void> {
  yield* files;
}
const file = (name: string, text: string, at = '2026-11-21T09:30:14.000Z') => ({ name, at, text: async () => text });
const archive = async (files: readonly ZipFile[]) =>
  new ZipReader(new Uint8ArrayReader(await new Response(zipOf(filesOf(files))).bytes()));

describe('an archive', () => {
  test('gives every file back with its name in any script, its text and its time', async () => {
    const files = [
      file('notes/plain.md', 'Plain.\n'),
      file('notes/Größe – 日本語 🌿.md', 'Größe – 日本語 🌿\u2028'),
      file('empty.txt', ''),
      file('long.txt', 'words that follow each other\n'.repeat(40_000)),
      file('old.txt', 'Before the format was made.', '1970-01-01T00:00:00.000Z'),
    ];
    const entries = (await (await archive(files)).getEntries()) as FileEntry[];
    expect(entries.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name));
    for (const [at, { text }] of files.entries()) {
      expect(await entries[at]?.getData(new TextWriter(), { checkSignature: true })).toBe(await text());
    }
    const [first, , , , old] = entries.map(({ rawLastModDate }) => Number(rawLastModDate));
    expect(first).toBe((((46 << 9) | (11 << 5) | 21) << 16) | ((9 << 11) | (30 << 5) | 7));
    expect(old).toBe(((1 << 5) | 1) << 16);
  });

  test('may have more files than 16 bits count', async () => {
    const packed = deflateRawSync('all the same');
    const about = { at: new Date(0), crc: crc32('all the same'), packed: packed.length, size: 12 };
    const [parts, table] = [[] as Buffer[], [] as Buffer[]];
    for (let offset = 0; parts.length < 65_600; offset += parts.at(-1)?.length ?? 0) {
      const record = { ...about, name: Buffer.from(`${parts.length}`), offset };
      parts.push(Buffer.concat([localHeader(record), packed]));
      table.push(centralHeader(record));
    }
    const [files, lines] = [Buffer.concat(parts), Buffer.concat(table)];
    const whole = Buffer.concat([files, lines, endOfArchive(table.length, lines.length, files.length)]);
    const names: string[] = [];
    const filter = ({ name }: { name: string }) => names.push(name) === 65_600;
    const read = unzipSync(whole, { filter });
    expect(names).toHaveLength(65_600);
    expect(strFromU8(read['65599'] ?? new Uint8Array())).toBe('all the same');
  });

  test('of nothing is one', async () => {
    expect(await (await archive([])).getEntries()).toEqual([]);
  });

  test('that is larger than 32 bits count says where a file begins in 64', () => {
    const offset = 5_000_000_000;
    const line = centralHeader({ name: Buffer.from('a'), at: new Date(0), crc: 0, packed: 1, size: 1, offset });
    expect([line.readUInt32LE(42), line.readUInt16LE(30), line.readUInt16LE(47)]).toEqual([0xffffffff, 12, 1]);
    expect(line.readBigUInt64LE(51)).toBe(BigInt(offset));
  });

  test('holds no file before its turn has come, and none once nobody reads on', async () => {
    const made: string[] = [];
    let ended = false;
    async function* files(): AsyncGenerator<ZipFile, void> {
      try {
        for (const name of ['a', 'b', 'c', 'd']) {
          made.push(name);
          yield file(name, name);
        }
      } finally {
        ended = true;
      }
    }
    const reader = zipOf(files()).getReader();
    await reader.read();
    expect(made.length).toBeLessThan(4);
    await reader.cancel();
    expect(ended).toBe(true);
  });
});
