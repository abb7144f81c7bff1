import { randomBytes } from 'node:crypto';
import { configure, TextWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { zipOf, type ZipFile } from '../../../src/transfer/server/export/zip.ts';

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
    expect(entries[0]?.lastModDate).toEqual(new Date('2026-11-21T09:30:14.000Z'));
  });

  test('holds more files than fit the numbers of the first format', async () => {
    const count = 65_536;
    async function* files(): AsyncGenerator<ZipFile, void> {
      for (let at = 0; at < count; at += 1) yield file(`${at}.md`, `Text ${at}`);
    }
    const reader = new ZipReader(new Uint8ArrayReader(await new Response(zipOf(files())).bytes()));
    const entries = (await reader.getEntries()) as FileEntry[];
    expect(entries).toHaveLength(count);
    expect(await entries.at(-1)?.getData(new TextWriter(), { checkSignature: true })).toBe(`Text ${count - 1}`);
  });

  test('of nothing is one', async () => {
    expect(await (await archive([])).getEntries()).toEqual([]);
  });

  test('holds no file before its turn has come, and none once nobody reads on', async () => {
    const made: string[] = [];
    let ended = false;
    async function* files(): AsyncGenerator<ZipFile, void> {
      try {
        for (const name of ['a', 'b', 'c', 'd']) {
          made.push(name);
          // Of what cannot be made smaller, so that each leaves by itself.
          yield file(name, randomBytes(64 * 1024).toString('hex'));
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
