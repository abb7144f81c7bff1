import { crc32, deflateRawSync } from 'node:zlib';
import { QueuedThread, serveInThread, runInThread } from '../../../platform/server/bounded/queued-thread.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { log } from '../../../platform/server/log.ts';
import { streamOf, periodicYield } from '../../../platform/server/http/text-stream.ts';

/**
 * A file of an archive; its text is made when its turn comes. `at` is when it was changed, ISO 8601. A `stored` file is not
 * compressed, for programs that look at the beginning of an archive.
 */
export type ZipFile = { name: string; at: string; text: () => Promise<string | Uint8Array>; stored?: true };

/**
 * Files as a zip archive (PKWARE's APPNOTE 6.3), made while it is sent, of any number and size. In memory are a few small
 * files, or one file while the one before is sent, and a line of the table for each.
 */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return streamOf(zipParts(files));
}

const largest16 = 0xffff;
const largest32 = 0xffffffff;

async function* zipParts(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const table: Buffer[] = [];
  let offset = 0;
  for await (const some of packedAhead(files)) {
    const leaving: Uint8Array[] = [];
    for (const file of some) {
      const local = [numbers([4, 0x04034b50]), file.fields, file.name, file.stamp, file.data];
      table.push(tableLine(file, offset));
      offset += local.reduce((sum, { length }) => sum + length, 0);
      leaving.push(...local);
    }
    yield Buffer.concat(leaving);
  }
  const lines = Buffer.concat(table);
  yield Buffer.concat([lines, endOf(table.length, lines.length, offset)]);
}

/** `fields` stands before a file and in the table; `stamp` is its time in seconds, in a field of Info-ZIP's. */
type Packed = { fields: Buffer; name: Buffer; stamp: Buffer; data: Uint8Array };

/** Small files are packed and sent together, up to this many characters or bytes. */
const atOnce = 128 * 1024;

/** Makes the next files while another thread compresses some. */
async function* packedAhead(files: AsyncIterable<ZipFile>): AsyncGenerator<Packed[], void> {
  let [some, before]: [Made[], Promise<Packed[]>?] = [[]];
  let [size, isFirst] = [0, true];
  const giveWay = periodicYield();
  for await (const file of files) {
    await giveWay();
    const content = await file.text();
    some.push({ file, content });
    size += content.length;
    if (size < atOnce) continue;
    const next = packed(some, isFirst && size < 2 * atOnce ? deflatedHere : deflatedInThread);
    // The reader learns of a failure when the files' turn comes.
    next.catch(() => undefined);
    if (before) yield await before;
    [before, some, size, isFirst] = [next, [], 0, false];
  }
  if (before) yield await before;
  yield await packed(some, deflatedHere);
}

type Made = { file: ZipFile; content: string | Uint8Array };
/** A file's content, with its `size` in bytes and its checksum; `data` is shorter if it is compressed. */
type Deflated = { size: number; sum: number; data: Uint8Array };
type Deflate = (contents: readonly Made['content'][]) => Promise<Deflated[]>;

const deflatedHere: Deflate = async (contents) => contents.map(deflated);

function deflated(content: string | Uint8Array): Deflated {
  const bytes = Buffer.from(content);
  // The result is held in one piece no larger than the text, instead of 16 KB for each file.
  const data = deflateRawSync(bytes, { chunkSize: Math.max(64, Math.min(bytes.length, atOnce)) });
  return { size: bytes.length, sum: crc32(bytes), data };
}

/** An archive hardly larger than one batch is not worth starting a thread for. */
const code = { url: import.meta.url, mark: 'commonplace archives', heapMb: 64 };
const lane = new QueuedThread('archive', code);
const limitMs = 20_000;

const deflatedInThread: Deflate = async (contents) => {
  const parts: unknown[] = [];
  try {
    for await (const part of runInThread(lane, 'deflated', contents, { ms: limitMs })) parts.push(part);
  } catch (error) {
    // Others keep the thread busy, or it has ended.
    if (!(error instanceof HttpError)) log('warn', 'an archive is packed without its thread', { error });
  }
  return (parts[0] as Deflated[] | undefined) ?? deflatedHere(contents);
};

void serveInThread(code.mark, async () => ({
  deflated: async function* (contents: readonly Made['content'][]) {
    yield contents.map(deflated);
  },
}));

async function packed(some: readonly Made[], deflate: Deflate): Promise<Packed[]> {
  const all = await deflate(some.map(({ content }) => content));
  return some.flatMap((made, index) => {
    const one = all[index];
    return one ? [packedAs(made, one)] : [];
  });
}

function packedAs({ file: { name, at, stored }, content }: Made, { size, sum, data }: Deflated): Packed {
  const named = Buffer.from(name);
  const seconds = Math.floor(Date.parse(at) / 1000);
  const stamp = stored ? Buffer.alloc(0) : numbers([2, 0x5455], [2, 5], [1, 1], [4, Math.max(0, seconds)]);
  const [day, time] = dosTime(new Date(at));
  const written = stored ? Buffer.from(content) : data;
  const sizes: Field[] = [
    [4, sum],
    [4, written.length],
    [4, size],
    [2, named.length],
    [2, stamp.length],
  ];
  // Version 2.0; names in UTF-8; deflated, or as it is.
  return {
    fields: numbers([2, 20], [2, 0x0800], [2, stored ? 0 : 8], [2, time], [2, day], ...sizes),
    name: named,
    stamp,
    data: written,
  };
}

/** A file's line in the table: an ordinary file at `offset` that its owner may write and all may read. */
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
  // Zip64: the same with larger numbers, and where that record stands.
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

/** Date and time as the format has them: since 1980, in steps of two seconds, in UTC. */
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
