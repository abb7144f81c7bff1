import { inflateSync } from 'node:zlib';

/** Bytes of one table's entry in a WOFF file, and in the font that it holds. */
const entrySize = { woff: 20, sfnt: 16 };
const headerSize = { woff: 44, sfnt: 12 };

/**
 * The plain font inside of a WOFF 1.0 file: the same tables, unpacked. The text renderer reads only plain fonts, and
 * fonts come from npm packed for the web. Throws when it is no WOFF file.
 */
export function unpackedWoff(woff: Buffer): Buffer {
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
