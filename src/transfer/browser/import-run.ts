import type { Import, ImportVisibility } from '../model/import.ts';
import type { ImportFile } from '../formats/file.ts';
import type { UploadedPicture, PictureFile, SendPicture } from '../formats/uploaded-pictures.ts';
import { sendPicture } from '../../pictures/browser/send-picture.ts';
import { send, type Answer, type Failure } from '../../platform/browser/api.ts';
import type { TransferCalls } from '../server/routes.ts';
import { call } from './calls.ts';

type Taken = TransferCalls['POST /api/imports/{id}/entries']['data'];

/** The progress of an import: `done` of `size` bytes of the file are finished, and the import so far. */
export type ImportProgress = { format: string; done: number; size: number; import: Import };

export type ImportEnd =
  | { kind: 'done'; import: Import }
  | { kind: 'stopped' }
  | { kind: 'unreadable'; why: string }
  | { kind: 'undone' }
  | { kind: 'elsewhere' }
  | { kind: 'failed'; failure: Failure };

const attempts = 4;

/**
 * Reads files and sends their entries, part by part. If it was interrupted, running it again with the same files continues:
 * the server recognises them by their fingerprint. The readers of formats are loaded when they are needed.
 */
export async function runImport(
  files: readonly ImportFile[],
  visibility: ImportVisibility,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const readers = await loaded().catch(() => undefined);
  if (!readers) return { kind: 'unreadable', why: notLoaded };
  try {
    return await read(readers, files, visibility, { onProgress, signal });
  } catch (error) {
    if (error instanceof Error && error.name === 'UnreadableFile') return { kind: 'unreadable', why: error.message };
    throw error;
  }
}

const notLoaded =
  'The file reader couldn’t be loaded. Check your connection, reload this page, then choose the file again.';

const loaded = () =>
  Promise.all([
    import('../formats/open-file.ts'),
    import('../formats/batches.ts'),
    import('../formats/uploaded-pictures.ts'),
  ]);
type Readers = Awaited<ReturnType<typeof loaded>>;
type By = { onProgress: (progress: ImportProgress) => void; signal: AbortSignal };

async function read(
  [{ openFiles }, { batchesOf }, { withPictures, withSentPictures }]: Readers,
  files: readonly ImportFile[],
  visibility: ImportVisibility,
  { onProgress, signal }: By,
): Promise<ImportEnd> {
  const counted = counting(files);
  let opened = await openFiles(counted.files);
  if (!opened.ok) return { kind: 'unreadable', why: opened.why };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const name = (files.length === 1 ? files[0]?.name : files[0]?.name.split('/')[0])?.slice(0, 200) || 'file';
  const newImport = { name, format: opened.format, size, fingerprint: await fingerprintOf(files), visibility };
  const started = await withRetries(() => call('POST /api/imports', { body: newImport }), signal);
  if (!started) return { kind: 'stopped' };
  if (!started.ok) return { kind: 'failed', failure: started };
  let current = started.data.import;
  const { format } = opened;
  const report = (done: number) => onProgress({ format, done, size, import: current });
  report(0);
  const brought = new Map<string, UploadedPicture>();
  const sendOne: SendPicture = (picture) => bringPicture(picture, signal);
  if (opened.pictures) {
    // Reads the texts a first time, to find out which pictures they show.
    for await (const _ of opened.items) if (signal.aborted) return { kind: 'stopped' };
    for await (const picture of opened.pictures()) {
      const sent = await sendOne(picture);
      if (!sent) return { kind: 'stopped' };
      brought.set(picture.name, sent);
    }
    opened = await openFiles(counted.files);
    if (!opened.ok) return { kind: 'unreadable', why: opened.why };
  }
  const items = withSentPictures(withPictures(opened.items, brought), sendOne);
  for await (const { size: _, ...part } of batchesOf(items, current.at)) {
    const read = counted.read();
    const address = `/api/imports/${current.id}/entries`;
    const taken = await withRetries(() => send<Taken>('POST', address, part), signal);
    if (!taken) return { kind: 'stopped' };
    if (!taken.ok) {
      const now = taken.problem.current as Import | undefined;
      // The part was accepted, but the answer was lost.
      const wasTaken = taken.status === 409 && now?.at === part.from + part.entries.length;
      if (!wasTaken && now) return { kind: now.state === 'running' || now.state === 'done' ? 'elsewhere' : 'undone' };
      if (!wasTaken) return { kind: 'failed', failure: taken };
      current = now;
    } else current = taken.data.import;
    report(part.last ? size : Math.min(size, read));
  }
  return { kind: 'done', import: current };
}

/** Uploads a picture for the notes that show it. Undefined if the import was stopped. */
async function bringPicture(picture: PictureFile, signal: AbortSignal): Promise<UploadedPicture | undefined> {
  if (!picture.ok) return { why: picture.why };
  const name = picture.name.split('/').at(-1) ?? picture.name;
  const sent = await withRetries(() => sendPicture(new Blob([picture.bytes]), name), signal);
  if (!sent) return undefined;
  return sent.ok ? { address: sent.data.address } : { why: sent.problem.detail || sent.problem.title };
}

/** Repeats a call while it fails temporarily. Undefined if the import was stopped. */
async function withRetries<T>(call: () => Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T> | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    if (signal.aborted) return undefined;
    const answer = await call();
    const mayHeal = !answer.ok && (answer.status === 0 || answer.status >= 500);
    if (!mayHeal || attempt === attempts) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
  }
}

/** How many bytes a reader gets at a time, so that what was passed on is about what is finished. */
const piece = 16 * 1024;

/** The same files, with a count of the bytes that were read from them: browsers buffer far ahead of that. */
function counting(files: readonly ImportFile[]): { files: ImportFile[]; read: () => number } {
  // An archive is read once in advance, so opening it again resets its count.
  const read = files.map(() => 0);
  const inPieces = (stream: ReadableStream<Uint8Array>, at: number) => {
    const reader = stream.getReader();
    let held = new Uint8Array(0);
    read[at] = 0;
    const pieces: UnderlyingDefaultSource<Uint8Array> = {
      async pull(controller) {
        while (held.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          held = value as Uint8Array<ArrayBuffer>;
        }
        const next = held.subarray(0, piece);
        held = held.subarray(piece);
        read[at] = (read[at] ?? 0) + next.length;
        controller.enqueue(next);
      },
      cancel: () => reader.cancel(),
    };
    return new ReadableStream(pieces, { highWaterMark: 0 });
  };
  return {
    read: () => read.reduce((sum, each) => sum + each, 0),
    files: files.map(({ name, size, stream }, at) => ({ name, size, stream: () => inPieces(stream(), at) })),
  };
}

/** SHA-256 of the names, sizes and beginnings of files: enough to recognise them without reading them twice. */
async function fingerprintOf(files: readonly ImportFile[]): Promise<string> {
  const parts: BlobPart[] = [];
  for (const file of files) {
    const reader = file.stream().getReader();
    // An unreadable file is reported when it is imported.
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    await reader.cancel().catch(() => undefined);
    parts.push(`${files.length > 1 ? file.name : ''} ${file.size}\n`, (value ?? new Uint8Array(0)).slice(0, 65_536));
  }
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
