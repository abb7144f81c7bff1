/** What an archive says of a file in it: bytes of its packed and its whole text, and where its record begins. */
export type ZipRecord = { name: Buffer; at: Date; crc: number; packed: number; size: number; offset: number };

/** Deflated, with its name in UTF-8. */
const [deflated, utf8] = [8, 0x0800];
/** What 16 and 32 bits cannot hold stands in the Zip64 records, and this in its place. */
const [over16, over32] = [0xffff, 0xffffffff];
/** The version of the format that reading takes: 4.5 with Zip64. */
const [plain, zip64] = [20, 45];

/** What stands before a file's packed text. */
export function localHeader(file: ZipRecord): Buffer {
  return Buffer.concat([numbers([4, 0x04034b50], ...shared(file, plain), [2, 0]), file.name]);
}

/** A file's line of the table at the end. */
export function centralHeader(file: ZipRecord): Buffer {
  const far = file.offset >= over32;
  const extra = far ? numbers([2, 1], [2, 8], [8, file.offset]) : Buffer.alloc(0);
  const head = numbers(
    [4, 0x02014b50],
    [2, zip64],
    ...shared(file, far ? zip64 : plain),
    [2, extra.length],
    // No comment, on the first disk, no attributes.
    ...[2, 2, 2].map((bytes) => [bytes, 0] as const),
    [4, 0],
    [4, far ? over32 : file.offset],
  );
  return Buffer.concat([head, file.name, extra]);
}

/** What ends an archive whose table of so many files has so many bytes and begins at `start`. */
export function endOfArchive(count: number, size: number, start: number): Buffer {
  const large = count >= over16 || size >= over32 || start >= over32;
  const counts = (bytes: number, most: number) => [bytes, Math.min(count, most)] as const;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    counts(2, over16),
    counts(2, over16),
    [4, Math.min(size, over32)],
    [4, Math.min(start, over32)],
    [2, 0],
  );
  if (!large) return end;
  const whole = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, zip64],
    [2, zip64],
    [4, 0],
    [4, 0],
    counts(8, Infinity),
    counts(8, Infinity),
    [8, size],
    [8, start],
  );
  const where = numbers([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]);
  return Buffer.concat([whole, where, end]);
}

/** What both records of a file say in the same order. */
function shared({ name, at, crc, packed, size }: ZipRecord, version: number): (readonly [number, number])[] {
  const [time, date] = dosTime(at);
  return [
    [2, version],
    [2, utf8],
    [2, deflated],
    [2, time],
    [2, date],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ];
}

/** Two seconds are its smallest step; years before 1980 and after 2107 it does not know. In UTC. */
function dosTime(at: Date): [number, number] {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980;
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}

/** Whole numbers in so many bytes each, the low byte first. */
function numbers(...all: (readonly [bytes: number, value: number])[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
