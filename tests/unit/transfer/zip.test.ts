import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { zipOf, type ZipFile } from '../../../src/transfer/server/export/zip.ts';

async function* filesOf(files: readonly ZipFile[]): AsyncGenerator<ZipFile, void> {
  yield* files;
}
const file = (name: string, text: string, at = '2026-11-21T09:30:14.000Z') => ({ name, at, text: async () => text });
const archive = async (files: AsyncIterable<ZipFile>) => Buffer.from(await new Response(zipOf(files)).bytes());

/** The central directory of a small archive: name, checksum and modification time of each file. */
function tableOf(archive: Buffer): { name: string; crc: number; at: Date }[] {
  const end = archive.length - 22;
  let line = archive.readUInt32LE(end + 16);
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [named, extra] = [archive.readUInt16LE(line + 28), archive.readUInt16LE(line + 30)];
    const name = archive.toString('utf8', line + 46, line + 46 + named);
    // The time comes after the extra field's id, length and flags.
    const at = new Date(archive.readUInt32LE(line + 46 + named + 5) * 1000);
    const crc = archive.readUInt32LE(line + 16);
    line += 46 + named + extra;
    return { name, crc, at };
  });
}

describe('an archive', () => {
  test('restores every file with its name in any script, its text and its time', async () => {
    const files = [
      file('notes/plain.md', 'Plain.\n'),
      file('notes/Größe – 日本語 🌿.md', 'Größe – 日本語 🌿\u2028'),
      file('empty.txt', ''),
      file('long.txt', 'words that follow each other\n'.repeat(40_000)),
      file('old.txt', 'Before the format was made.', '1970-01-01T00:00:00.000Z'),
    ];
    const bytes = await archive(filesOf(files));
    const read = Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, text: strFromU8(content) }));
    const texts = await Promise.all(files.map(async ({ name, text }) => ({ name, text: await text() })));
    expect(read).toEqual(texts);
    const said = files.map(({ name, at }, index) => ({ name, crc: crc32(texts[index]?.text ?? ''), at: new Date(at) }));
    for (const one of said) one.at.setUTCMilliseconds(0);
    expect(tableOf(bytes)).toEqual(said);
  });

  test('can contain more files than the original format’s numbers allow', async () => {
    const count = 65_536;
    async function* files(): AsyncGenerator<ZipFile, void> {
      for (let at = 0; at < count; at += 1) yield file(`${at}.md`, `Text ${at}`);
    }
    const read = Object.values(unzipSync(await archive(files())));
    expect(read).toHaveLength(count);
    expect(strFromU8(read.at(-1) ?? new Uint8Array())).toBe(`Text ${count - 1}`);
  });

  test('restores every file if more are added at once than the compression queue holds', async () => {
    const files = Array.from({ length: 4 }, (_, at) => file(`${at}.txt`, `${at} words – that follow\n`.repeat(8000)));
    const texts = await Promise.all(files.map(async ({ name, text }) => [name, await text()] as const));
    const made = await Promise.all(Array.from({ length: 60 }, async () => await archive(filesOf(files))));
    for (const bytes of made) {
      const read = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]);
      expect(read).toEqual(texts);
    }
  });

  test('without files is valid', async () => {
    expect(unzipSync(await archive(filesOf([])))).toEqual({});
  });

  test('reads no file before its turn, and none once the reader has stopped', async () => {
    const made: string[] = [];
    let ended = false;
    async function* files(): AsyncGenerator<ZipFile, void> {
      try {
        for (const name of ['a', 'b', 'c', 'd']) {
          made.push(name);
          // Random data, which does not compress, so that each file is written by itself.
          yield file(name, randomBytes(128 * 1024).toString('hex'));
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
