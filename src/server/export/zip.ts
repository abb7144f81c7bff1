import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile as Archive } from 'yazl';
import { streamOf } from '../http/text-stream.ts';

/** A file of an archive, whose text is made when its turn has come. `at` is when it was changed, ISO 8601. */
export type ZipFile = { name: string; at: string; text: () => Promise<string> };

/** Files as a zip archive that is made while it is sent: one file is held at a time, and a line of the table for each. */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return streamOf(zipParts(files));
}

async function* zipParts(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const archive = new Archive();
  const output = archive.outputStream as Readable;
  const unread = new AbortController();
  const added = addAll(archive, files, unread.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const part of output) yield part as Buffer;
  } finally {
    unread.abort();
    await added;
  }
}

/** Each file is made once the one before has gone into the archive. */
async function addAll(archive: Archive, files: AsyncIterable<ZipFile>, unread: AbortSignal): Promise<void> {
  for await (const { name, at, text } of files) {
    const source = Readable.from([Buffer.from(await text())], { objectMode: false });
    archive.addReadStream(source, name, { mtime: new Date(at) });
    await finished(source, { signal: unread });
  }
  archive.end();
}
