import { crc32, deflateRawSync } from 'node:zlib';
import { joined } from '../../../platform/model/bytes.ts';

/* A zip archive as PKWARE's APPNOTE 6.3 describes it: the files one after the other, then a table of them. */

/**
 * `at` is when it was changed, ISO 8601. A `stored` file is not compressed, for programs that look at the beginning of an
 * archive.
 */
export type FileToPack = { name: string; at: string; content: string | Uint8Array; stored?: true };

/** Some files as they stand in the archive, and their lines of the table. */
export type PackedFiles = { bytes: Uint8Array; table: Uint8Array };

const largest16 = 0xffff;
const largest32 = 0xffffffff;

/** `offset`: where in the archive they begin. */
export function packedFiles(files: readonly FileToPack[], offset: number): PackedFiles {
  const [bytes, table]: [Uint8Array[], Uint8Array[]] = [[], []];
  let at = offset;
  for (const file of files) {
    const { data, ...head } = packed(file);
    const local = [numbers([4, 0x04034b50], ...head.fields, [2, head.stamp.length]), head.name, head.stamp, data];
    bytes.push(...local);
    table.push(...tableLine(head, at));
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  return { bytes: joined(bytes), table: joined(table) };
}

/** `fields` stands before a file and in the table; `stamp` is its time in seconds, in a field of Info-ZIP's. */
type Head = { fields: Field[]; name: Uint8Array; stamp: Uint8Array };

function packed({ name: written, at, stored, content }: FileToPack): Head & { data: Uint8Array } {
  const name = Buffer.from(written);
  const seconds = Math.floor(Date.parse(at) / 1000);
  const stamp = stored ? nothing : numbers([2, 0x5455], [2, 5], [1, 1], [4, Math.max(0, seconds)]);
  const [day, time] = dosTime(new Date(at));
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const data = stored ? bytes : deflated(bytes);
  const fields: Field[] = [
    // Version 2.0; names in UTF-8; deflated, or as it is.
    ...([
      [2, 20],
      [2, 0x0800],
      [2, stored ? 0 : 8],
      [2, time],
      [2, day],
    ] satisfies Field[]),
    ...([
      [4, crc32(bytes)],
      [4, data.length],
      [4, bytes.length],
      [2, name.length],
    ] satisfies Field[]),
  ];
  return { fields, name, stamp, data };
}

const nothing = new Uint8Array();

/** How much is made ready for a result, in bytes. */
const longestPiece = 128 * 1024;

function deflated(bytes: Uint8Array): Uint8Array {
  const size = Math.max(64, Math.min(bytes.length, longestPiece));
  // A window that is larger than the file would only have to be cleared, which takes as long as compressing a short file.
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(size))));
  // The result is held in one piece no larger than the file, instead of 16 KB. Text takes half the time of the usual level 6,
  // and 3 % more room.
  return deflateRawSync(bytes, { chunkSize: size, windowBits, level: 4 });
}

/** A file's line in the table: an ordinary file at `offset` that its owner may write and all may read. */
function tableLine({ fields, name, stamp }: Head, offset: number): Uint8Array[] {
  const far = offset >= largest32 ? numbers([2, 1], [2, 8], [8, offset]) : nothing;
  const rest: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0o100644 * 2 ** 16],
    [4, Math.min(offset, largest32)],
  ];
  const line = numbers([4, 0x02014b50], [2, 0x032d], ...fields, [2, stamp.length + far.length], ...rest);
  return [line, name, stamp, far];
}

/** The whole table, and the end of an archive of `count` files in which the table begins at `offset`. */
export function tableEnd(
  tables: readonly Uint8Array[],
  { count, offset }: { count: number; offset: number },
): Uint8Array {
  const table = joined(tables);
  const few = Math.min(count, largest16);
  const sizes: Field[] = [
    [4, Math.min(table.length, largest32)],
    [4, Math.min(offset, largest32)],
  ];
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, few], [2, few], ...sizes, [2, 0]);
  if (count < largest16 && offset + table.length < largest32) return joined([table, end]);
  // Zip64: the same with larger numbers, and where that record stands.
  const versions: Field[] = [
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
  ];
  const places: Field[] = [
    [8, count],
    [8, count],
    [8, table.length],
    [8, offset],
  ];
  const large = numbers([4, 0x06064b50], [8, 44], ...versions, ...places);
  const locator = numbers([4, 0x07064b50], [4, 0], [8, offset + table.length], [4, 1]);
  return joined([table, large, locator, end]);
}

/** Date and time as the format has them: since 1980, in steps of two seconds, in UTC. */
function dosTime(at: Date): [number, number] {
  if (at.getUTCFullYear() < 1980) return [0x21, 0];
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [day, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)];
}

/** How many bytes a number takes, and the number. */
type Field = [1 | 2 | 4 | 8, number];

function numbers(...fields: Field[]): Buffer {
  const bytes = Buffer.allocUnsafe(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}
