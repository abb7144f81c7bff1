import { QueuedThread, runInThread, serveInThread } from '../../../platform/server/bounded/queued-thread.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { log } from '../../../platform/server/log.ts';
import { periodicYield, streamOf } from '../../../platform/server/http/text-stream.ts';
import { packedFiles, tableEnd, type FileToPack, type PackedFiles } from './zip-format.ts';

/** A file of an archive; its text is made when its turn comes. */
export type ZipFile = Omit<FileToPack, 'content'> & { text: () => Promise<FileToPack['content']> };

/**
 * Files as a zip archive, made while it is sent, of any number and size. In memory are a few small files, or one file while
 * the one before is sent, and a line of the table for each.
 */
export function zipOf(files: AsyncIterable<ZipFile>): ReadableStream<Uint8Array> {
  return streamOf(zipParts(files));
}

/** Makes the next files while another thread packs some. */
async function* zipParts(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array, void> {
  const tables: Uint8Array[] = [];
  let [count, offset] = [0, 0];
  let packing: Promise<PackedFiles> | undefined;
  for await (const some of batchesOf(files)) {
    const before = await packing;
    offset += before?.bytes.length ?? 0;
    packing = packed({ files: some, offset }, { isFirst: !before });
    // The reader learns of a failure when the files' turn comes.
    packing.catch(() => undefined);
    count += some.length;
    if (!before) continue;
    tables.push(before.table);
    yield before.bytes;
  }
  const last = await packing;
  if (last) {
    tables.push(last.table);
    yield last.bytes;
  }
  yield tableEnd(tables, { count, offset: offset + (last?.bytes.length ?? 0) });
}

/** Small files are packed and sent together, up to this many characters or bytes. */
const atOnce = 256 * 1024;

async function* batchesOf(files: AsyncIterable<ZipFile>): AsyncGenerator<FileToPack[], void> {
  let [some, size]: [FileToPack[], number] = [[], 0];
  const giveWay = periodicYield();
  for await (const { text, ...file } of files) {
    await giveWay();
    const content = await text();
    some.push({ ...file, content });
    size += content.length;
    if (size < atOnce) continue;
    yield some;
    [some, size] = [[], 0];
  }
  if (some.length > 0) yield some;
}

type Batch = { files: FileToPack[]; offset: number };

const packedHere = async ({ files, offset }: Batch) => packedFiles(files, offset);

/** An archive hardly larger than one batch is not worth starting a thread for. */
async function packed(batch: Batch, { isFirst }: { isFirst: boolean }): Promise<PackedFiles> {
  const size = batch.files.reduce((sum, { content }) => sum + content.length, 0);
  const isLast = size < atOnce;
  return isLast || (isFirst && size < 2 * atOnce) ? packedHere(batch) : packedInThread(batch);
}

const code = { url: import.meta.url, mark: 'commonplace archives', heapMb: 64 };
const lane = new QueuedThread('archive', code);
const limitMs = 20_000;

async function packedInThread(batch: Batch): Promise<PackedFiles> {
  const parts: unknown[] = [];
  try {
    for await (const part of runInThread(lane, 'packed', batch, { ms: limitMs })) parts.push(part);
  } catch (error) {
    // Others keep the thread busy, or it has ended.
    if (!(error instanceof HttpError)) log('warn', 'an archive is packed without its thread', { error });
  }
  return (parts[0] as PackedFiles | undefined) ?? packedHere(batch);
}

void serveInThread(code.mark, async () => ({
  packed: async function* (batch: Batch) {
    yield packedHere(batch);
  },
}));
