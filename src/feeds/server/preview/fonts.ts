import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { inflateSync } from 'node:zlib';

/** The size in bytes of one table's entry in a WOFF file, and in the font within. */
const entrySize = { woff: 20, sfnt: 16 };
const headerSize = { woff: 44, sfnt: 12 };

/**
 * The plain font in a WOFF 1.0 file: the same tables, decompressed. The text renderer reads only plain fonts, and npm
 * packages contain fonts for the web. Throws if it is not a WOFF file.
 */
function unpackedWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF font.');
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const header = Buffer.alloc(headerSize.sfnt + count * entrySize.sfnt);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * 16, 10);
  const tables: Buffer[] = [];
  let offset = header.length;
  for (let index = 0; index < count; index += 1) {
    const from = headerSize.woff + index * entrySize.woff;
    const [start, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as Four;
    const stored = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const to = headerSize.sfnt + index * entrySize.sfnt;
    woff.copy(header, to, from, from + 4);
    for (const [at, value] of [checksum, offset, length].entries()) header.writeUInt32BE(value, to + 4 + at * 4);
    const padded = Math.ceil(length / 4) * 4;
    tables.push(table, Buffer.alloc(padded - length));
    offset += padded;
  }
  return Buffer.concat([header, ...tables]);
}

type Four = [number, number, number, number];

/**
 * The display face, then the fonts of previews in order of preference: Latin, Greek, Cyrillic, Devanagari; Arabic;
 * Hebrew; Japanese and Chinese.
 */
const families = [
  { name: 'alegreya', bold: 600 },
  { name: 'noto-sans', bold: 700 },
  { name: 'noto-sans-arabic', bold: 700 },
  { name: 'noto-sans-hebrew', bold: 700 },
  { name: 'sawarabi-gothic', bold: 400 },
] as const;

const require = createRequire(import.meta.url);

/** The face of a text: titles use the display face if it has the letters, everything else the plain one. */
export type Face = 'display' | 'plain';

/** One file of a font, and the characters that it draws. */
type FontFile = { file: string; ranges: [number, number][]; face: Face };

let known: Promise<FontFile[]> | undefined;

/**
 * The fonts that draw this text, unpacked to files that the text renderer can read; undefined if a character is in none
 * of them, which would show an empty box.
 */
export async function fontsFor(text: string, face: Face): Promise<string[] | undefined> {
  known ??= fontFiles();
  const files = (await known).filter((file) => face === 'display' || file.face === 'plain');
  const needed = new Set<string>();
  for (const character of new Set(text.normalize('NFC'))) {
    if (/[\s\u200B-\u200F\u2060\u202A-\u202E\u2066-\u2069\uFE0F]/u.test(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    const drawing = files.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
    if (!drawing) return undefined;
    needed.add(drawing.file);
  }
  return Promise.all([...needed].map(unpacked));
}

async function fontFiles(): Promise<FontFile[]> {
  const files = await Promise.all(
    families.map(async ({ name, bold }) => {
      const folder = path.dirname(require.resolve(`@fontsource/${name}/package.json`));
      const parts = z
        .record(z.string(), z.string())
        .parse(JSON.parse(await readFile(path.join(folder, 'unicode.json'), 'utf8')));
      return Object.entries(parts).map(([part, ranges]) => ({
        file: path.join(folder, 'files', `${name}-${part.replace(/[[\]]/g, '')}-${bold}-normal.woff`),
        ranges: rangesIn(ranges),
        face: name === 'alegreya' ? ('display' as const) : ('plain' as const),
      }));
    }),
  );
  return files.flat().filter(({ file }) => existsSync(file));
}

/** Parses `U+0000-00FF,U+2C7C` into pairs of first and last. */
function rangesIn(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

async function unpacked(file: string): Promise<string> {
  const folder = path.join(tmpdir(), 'commonplace-fonts');
  const name = hash('sha256', file).slice(0, 16);
  const target = path.join(folder, `${path.basename(file, '.woff')}-${name}.ttf`);
  if (existsSync(target)) return target;
  await mkdir(folder, { recursive: true });
  const partial = `${target}.${randomBytes(4).toString('hex')}`;
  await writeFile(partial, unpackedWoff(await readFile(file)));
  await rename(partial, target);
  return target;
}
