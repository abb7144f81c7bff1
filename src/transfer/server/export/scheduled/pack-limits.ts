import { grouped } from '../../../../platform/model/counted.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';

/**
 * The limits for the newest state of a repository: number of objects, bytes of a file, bytes of a list or commit, bytes in
 * all, and the length of a chain of changes, where Git stops at 50. Somebody's 50,000 notes fit.
 */
const max = { objects: 60_000, object: 50 * 2 ** 20, list: 8 * 2 ** 20, total: 200 * 2 ** 20, depth: 100 };
/** How many objects, and how many bytes of them, are checked before other work gets its turn. */
const atOnce = 200;
const bytesAtOnce = 4 * 2 ** 20;
const headerBytes = 12;
const [blob, ofsDelta, refDelta] = [3, 6, 7];

/**
 * Why a Git pack is refused, if it is. 1 MB of it may unpack to 1 GB in memory, and a change of itself would be read without
 * end. Each object is unpacked once, up to the limit. A change of another object says how large the result is, and comes
 * after that object. Changes that name it by its digest come from servers before 2008, and are refused.
 */
export async function overLimit(pack: Buffer): Promise<string | undefined> {
  if (pack.readUInt32BE(8) > max.objects) return `it has more than ${grouped(max.objects)} files`;
  const known = new Map<number, { depth: number; isFile: boolean }>();
  let [total, turnedAt] = [0, 0];
  let at = headerBytes;
  for (let left = pack.readUInt32BE(8); left > 0; left -= 1) {
    if (left % atOnce === 0 || total - turnedAt > bytesAtOnce) {
      await turn();
      turnedAt = total;
    }
    const start = at;
    const type = (pack.readUInt8(at) >> 4) & 7;
    at = endOfNumber(pack, at);
    const of = type === ofsDelta ? known.get(start - distanceAt(pack, at)) : { depth: -1, isFile: type === blob };
    if (!of || of.depth >= max.depth || type === refDelta) return unreadable;
    const { isFile } = of;
    known.set(start, { depth: of.depth + 1, isFile });
    if (type === ofsDelta) at = endOfNumber(pack, at);
    const unpacked = unpackedAt(pack, at);
    if (!unpacked) return tooLarge;
    at += unpacked.took;
    const size = type === ofsDelta ? sizeMade(unpacked.bytes) : unpacked.bytes.length;
    if (size > max.object) return tooLarge;
    if (!isFile && size > max.list) return `it holds a list of more than ${max.list / 2 ** 20} MB`;
    total += Math.max(size, unpacked.bytes.length);
    if (total > max.total) return `it holds more than ${max.total / 2 ** 20} MB`;
  }
  return undefined;
}

const unreadable = 'it is packed in a way that isn’t read here';
const tooLarge = `it holds a file of more than ${max.object / 2 ** 20} MB`;

function unpackedAt(pack: Buffer, at: number): { bytes: Buffer; took: number } | undefined {
  try {
    const options = { maxOutputLength: max.object, info: true };
    // With `info` it gives more than its type says.
    const { buffer, engine } = inflateSync(pack.subarray(at), options) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { bytes: buffer, took: engine.bytesWritten };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** A change begins with two sizes: of what it changes, and of what it makes. */
function sizeMade(change: Buffer): number {
  let [size, factor] = [0, 1];
  for (let at = endOfNumber(change, 0); ; at += 1) {
    const byte = change.readUInt8(at);
    size += (byte & 127) * factor;
    factor *= 128;
    if (byte < 128) return size;
  }
}

/** How far before a change its base stands: the highest seven bits come first, and each number has only one form. */
function distanceAt(pack: Buffer, from: number): number {
  let distance = -1;
  for (let at = from; ; at += 1) {
    const byte = pack.readUInt8(at);
    distance = (distance + 1) * 128 + (byte & 127);
    if (byte < 128) return distance;
  }
}

/** The last byte of a number has its highest bit clear. */
function endOfNumber(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes.readUInt8(at) > 127) at += 1;
  return at + 1;
}

/**
 * The same bytes, if they come in few Git packets: each packet is kept as an object until the last has come, so 100 MB of
 * empty packets would take gigabytes and end the process.
 */
export async function* limitPackets(
  body: AsyncIterable<Uint8Array>,
  max: number,
  tooMany: () => Error,
): AsyncGenerator<Uint8Array, void> {
  let [packets, left, length] = [0, 0, ''];
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const held = Math.min(left, bytes.length - at);
        left -= held;
        at += held;
        continue;
      }
      length += String.fromCharCode(bytes[at] ?? 0);
      at += 1;
      if (length.length < 4) continue;
      // If this is not a number, reading ends elsewhere.
      left = Math.max(0, parseInt(length, 16) - 4) || 0;
      length = '';
      packets += 1;
      if (packets > max) throw tooMany();
    }
    yield bytes;
  }
}
