import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { streamOf, givesWay } from '../../../platform/server/http/text-stream.ts';

/**
 * A file of an archive, whose text is made when its turn has come. `at` is when it was changed, ISO 8601. One that is
 * `stored` stands there as it is, for what looks at the beginning of an archive.
 */
export type ZipFile = { name: string; at: string; text: () => Promise<string | Uint8Array>; stored?: true };

/**
 * Files as a zip archive (PKWARE's APPNOTE 6.3) that is made while it is sent, of any number and size: held are a few
 * small files, or one while the one before leaves, and a line of the table for each.
 */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return streamOf(zipParts(files));
}

/** Small files leave together, in bytes. */
const atOnce = 64 * 1024;
const largest16 = 0xffff;
const largest32 = 0xffffffff;

async function* zipParts(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const table: Buffer[] = [];
  let [waiting, sent, offset] = [[] as Buffer[], 0, 0];
  for await (const file of packedAhead(files)) {
    const local = [numbers([4, 0x04034b50]), file.fields, file.name, file.stamp, file.data];
    table.push(tableLine(file, offset));
    offset += local.reduce((sum, { length }) => sum + length, 0);
    waiting.push(...local);
    if (offset - sent < atOnce) continue;
    yield Buffer.concat(waiting);
    [waiting, sent] = [[], offset];
  }
  const lines = Buffer.concat(table);
  yield Buffer.concat([...waiting, lines, endOf(table.length, lines.length, offset)]);
}

/** `fields` stands before a file and in the table; `stamp` is its time in seconds, in a field of Info-ZIP's. */
type Packed = { fields: Buffer; name: Buffer; stamp: Buffer; data: Buffer };

/** The next file is made while one is compressed, in another thread. */
async function* packedAhead(files: AsyncIterable<ZipFile>): AsyncGenerator<Packed, void> {
  let before: Promise<Packed> | undefined;
  const giveWay = givesWay();
  for await (const file of files) {
    await giveWay();
    const next = packed(file);
    // Who reads learns of a failure when the file's turn comes.
    next.catch(() => undefined);
    if (before) yield await before;
    before = next;
  }
  if (before) yield await before;
}

const inThread = promisify(deflateRaw);
/** Handing less to another thread costs more than doing it, in bytes. */
const worthAThread = 32 * 1024;

function deflated(content: Buffer): Buffer | Promise<Buffer> {
  if (content.length >= worthAThread) return inThread(content);
  // What comes out is held in one piece that is no larger than the text, in place of 16 KB a file.
  return deflateRawSync(content, { chunkSize: Math.max(64, content.length) });
}

async function packed({ name, at, text, stored }: ZipFile): Promise<Packed> {
  const content = Buffer.from(await text());
  const data = stored ? content : await deflated(content);
  const named = Buffer.from(name);
  const seconds = Math.floor(Date.parse(at) / 1000);
  const stamp = stored ? Buffer.alloc(0) : numbers([2, 0x5455], [2, 5], [1, 1], [4, Math.max(0, seconds)]);
  const [day, time] = dosTime(new Date(at));
  const sizes: Field[] = [
    [4, crc32(content)],
    [4, data.length],
    [4, content.length],
    [2, named.length],
    [2, stamp.length],
  ];
  // Version 2.0; names in UTF-8; deflated, or as it is.
  return {
    fields: numbers([2, 20], [2, 0x0800], [2, stored ? 0 : 8], [2, time], [2, day], ...sizes),
    name: named,
    stamp,
    data,
  };
}

/** What the table says of a file that begins at `offset`: an ordinary file that its owner may write and all may read. */
function tableLine({ fields, name, stamp }: Packed, offset: number): Buffer {
  const far = offset >= largest32 ? numbers([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  const own = Buffer.from(fields);
  own.writeUInt16LE(stamp.length + far.length, own.length - 2);
  const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0o100644 * 2 ** 16], [4, Math.min(offset, largest32)]);
  return Buffer.concat([numbers([4, 0x02014b50], [2, 0x032d]), own, rest, name, stamp, far]);
}

function endOf(count: number, length: number, offset: number): Buffer {
  const few = Math.min(count, largest16);
  const end = numbers(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, few],
      [2, few],
    ] as Field[]),
    ...([
      [4, Math.min(length, largest32)],
      [4, Math.min(offset, largest32)],
      [2, 0],
    ] as Field[]),
  );
  if (count < largest16 && offset + length < largest32) return end;
  // Zip64: the same in larger numbers, and where that stands.
  const large = numbers(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
    ] as Field[]),
    ...([
      [8, count],
      [8, count],
      [8, length],
      [8, offset],
    ] as Field[]),
  );
  const locator = numbers([4, 0x07064b50], [4, 0], [8, offset + length], [4, 1]);
  return Buffer.concat([large, locator, end]);
}

/** Date and time as the format has had them since 1980, to two seconds, in UTC. */
function dosTime(at: Date): [number, number] {
  if (at.getUTCFullYear() < 1980) return [0x21, 0];
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [day, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)];
}

/** How many bytes a number takes, and the number. */
type Field = [1 | 2 | 4 | 8, number];

function numbers(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}
