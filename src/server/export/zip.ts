import { configure, TextReader, ZipWriter } from '@zip.js/zip.js';

/** A file of an archive, whose text is made when its turn has come. `at` is when it was changed, ISO 8601. */
export type ZipFile = { name: string; at: string; text: () => Promise<string> };

configure({ useWebWorkers: false });

/** Files as a zip archive that is made while it is sent: one file is held at a time. */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const write = async () => {
    const zip = new ZipWriter(writable, { level: 6, extendedTimestamp: false });
    for await (const { name, at, text } of files) {
      await zip.add(name, new TextReader(await text()), { lastModDate: new Date(at) });
    }
    await zip.close();
  };
  void write().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
