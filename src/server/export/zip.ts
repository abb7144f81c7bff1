import { crc32, deflateRawSync } from 'node:zlib';
import { streamOf } from '../http/text-stream.ts';
import { centralHeader, endOfArchive, localHeader, type ZipRecord } from './zip-records.ts';

/** A file of an archive, whose text is made when its turn has come. `at` is when it was changed, ISO 8601. */
export type ZipFile = { name: string; at: string; text: () => Promise<string> };

/** Files as a zip archive that is made while it is sent: one file is held at a time, and a line of the table for each. */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return streamOf(zipParts(files));
}

async function* zipParts(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const table: Buffer[] = [];
  let offset = 0;
  for await (const { name, at, text } of files) {
    const whole = Buffer.from(await text());
    const packed = deflateRawSync(whole);
    const record: ZipRecord = {
      name: Buffer.from(name),
      at: new Date(at),
      crc: crc32(whole),
      packed: packed.length,
      size: whole.length,
      offset,
    };
    const part = Buffer.concat([localHeader(record), packed]);
    table.push(centralHeader(record));
    offset += part.length;
    yield part;
  }
  const lines = Buffer.concat(table);
  yield Buffer.concat([lines, endOfArchive(table.length, lines.length, offset)]);
}
