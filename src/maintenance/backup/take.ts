import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isExcludedKey } from './store/restore-store.ts';
import { beginSnapshot, commitPart, endSnapshot, keptImages, removeLeftovers } from './store/snapshot.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { openSchema } from '../schema/schema.ts';
import { readImage, readUnchangedKeys, type Piece, ContentDigest } from './store/pieces.ts';
import { sealPart, type Summary } from './format.ts';
import type { ObjectStore } from '../../platform/server/object-store.ts';

/** The progress of a backup: everything that another process needs to continue it. */
export const Progress = z.object({
  id: z.string(),
  revision: z.int(),
  at: z.int(),
  schema: z.int(),
  /** First all keys; then the copies of keys that changed meanwhile; then files; then the summary. */
  phase: z.enum(['scan', 'images', 'files', 'done']),
  cursor: z.string(),
  /** Keys that were listed and not read yet. Of the first one, elements from `from` on. */
  pending: z.array(z.string()),
  from: z.int(),
  keys: z.int(),
  digest: z.string(),
  /** The parts that are stored. */
  parts: z.array(z.object({ bytes: z.int(), sha256: z.string() })),
});
export type Progress = z.infer<typeof Progress>;

/** How much text a part has before compression, in characters. */
const partLength = 2_000_000;
const listedAtOnce = 300;

const filesAtOnce = 50;

/** An id that sorts by time: 20261123T030000Z-1a2b3c. */
function newBackupId(now: Date): string {
  return `${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
}

/** Fixes the moment whose state the backup has. Throws `BackupUnderWay`, `NewerStore` and `RestoreInterrupted`. */
export async function beginBackup(redis: Redis, now: Date, leaseMs: number): Promise<Progress> {
  return beginReading(redis, now, leaseMs, await openSchema(redis));
}

async function beginReading(redis: Redis, now: Date, leaseMs: number, schema: number): Promise<Progress> {
  const id = newBackupId(now);
  const { revision, at } = await beginSnapshot(redis, id, leaseMs);
  const { hex } = new ContentDigest();
  return {
    id,
    revision,
    at,
    schema,
    phase: 'scan',
    cursor: '0',
    pending: [],
    from: 0,
    keys: 0,
    digest: hex,
    parts: [],
  };
}

/**
 * Reads the next part, passes its bytes to `keep`, and commits the part when they are stored. Returns the progress after it.
 * A part that was not committed is read again when the backup is continued from `progress`. Throws `BackupVoid`.
 */
export async function takePart(
  redis: Redis,
  progress: Progress,
  to: {
    recipient: string | undefined;
    leaseMs: number;
    /** Whether the progress is recorded in the store, so that another process can continue. */
    resumable?: boolean;
    keep: (part: number, bytes: Buffer) => Promise<void>;
    partLength?: number;
    /** The files of pictures; without it the backup has none. */
    files?: ObjectStore | undefined;
  },
): Promise<Progress> {
  const { lines, names, next } = await readPart(redis, progress, to.partLength, to.files);
  const last = next.phase === 'done';
  const part = progress.parts.length + 1;
  const { id: backup } = progress;
  const before = progress.parts.map(({ sha256 }) => sha256);
  const sealed = await sealPart({ backup, part, lines, ...(last && { before }) }, to.recipient);
  await to.keep(part, sealed.bytes);
  const after = { ...next, parts: [...progress.parts, { bytes: sealed.bytes.length, sha256: sealed.sha256 }] };
  const { leaseMs, resumable = false } = to;
  const scanned = after.phase !== 'scan';
  await commitPart(redis, backup, { names, leaseMs, scanned, ...(resumable && { progress: JSON.stringify(after) }) });
  return after;
}

/** The digest of the store's present contents, as in a backup. Throws `BackupUnderWay` and `BackupVoid`. */
export async function digestOfStore(redis: Redis, now: Date): Promise<{ keys: number; digest: string }> {
  const leaseMs = 300_000;
  let progress = await beginReading(redis, now, leaseMs, 1);
  try {
    while (progress.phase !== 'done') {
      const { names, next } = await readPart(redis, progress);
      await commitPart(redis, progress.id, { names, leaseMs, scanned: next.phase !== 'scan' });
      progress = next;
    }
  } finally {
    await endSnapshot(redis, progress.id);
  }
  return { keys: progress.keys, digest: progress.digest };
}

type Part = { lines: string[]; names: string[]; next: Progress };

async function readPart(redis: Redis, progress: Progress, max = partLength, files?: ObjectStore): Promise<Part> {
  const digest = new ContentDigest(progress.digest);
  const lines: string[] = [];
  const names = new Set<string>();
  let [length, next] = [0, progress];
  const take = (pieces: Piece[]) => {
    for (const piece of pieces) {
      const line = JSON.stringify(piece);
      lines.push(line);
      length += line.length;
      // The digest covers only the store.
      if (piece.type === 'file') continue;
      digest.add(piece);
      if (piece.from === 0) next = { ...next, keys: next.keys + 1 };
    }
  };
  while (length < max) {
    const {
      pieces,
      done,
      after,
      cut = false,
    } = next.phase === 'files'
      ? await fileStep(next, files)
      : await (next.phase === 'scan' ? scanStep : imageStep)(redis, next, names);
    next = after;
    take(pieces);
    for (const name of done) names.add(name);
    if (cut || next.phase !== progress.phase) break;
  }
  next = { ...next, digest: digest.hex };
  if (next.phase === 'done') lines.push(JSON.stringify(summaryOf(next)));
  return { lines, names: [...names], next };
}

function summaryOf({ revision, at, schema, keys, digest }: Progress): Summary {
  return { revision, at, schema, keys, digest };
}

/** `done`: keys that need no copy once this part is stored. `cut`: the part ends here. */
type Step = { pieces: Piece[]; done: string[]; after: Progress; cut?: boolean };

async function scanStep(redis: Redis, progress: Progress, inPart: Set<string>): Promise<Step> {
  const { id, pending } = progress;
  if (pending.length === 0) {
    const [cursor, listed] = await redis.scan(progress.cursor, { count: listedAtOnce });
    await removeLeftovers(redis, listed, id);
    const names = [...new Set(listed)].filter((name) => !isExcludedKey(name) && !inPart.has(name));
    const phase = cursor === '0' && names.length === 0 ? 'images' : 'scan';
    return { pieces: [], done: [], after: { ...progress, phase, cursor, pending: names } };
  }
  const { looked, pieces } = await readUnchangedKeys(redis, id, pending);
  const rest = pending.slice(looked);
  const phase = progress.cursor === '0' && rest.length === 0 ? 'images' : 'scan';
  return { pieces, done: pieces.map(({ name }) => name), after: { ...progress, phase, pending: rest } };
}

async function imageStep(redis: Redis, progress: Progress, inPart: Set<string>): Promise<Step> {
  const { id, pending, from } = progress;
  const [name, ...rest] = pending;
  if (name === undefined) {
    const listed = await keptImages(redis, id);
    const names = listed.filter((image) => !inPart.has(image));
    const phase = listed.length === 0 ? 'files' : 'images';
    return { pieces: [], done: [], after: { ...progress, phase, pending: names }, cut: names.length === 0 };
  }
  if (isExcludedKey(name)) return { pieces: [], done: [name], after: { ...progress, pending: rest } };
  const { next, pieces } = await readImage(redis, id, name, from);
  if (next !== undefined) return { pieces, done: [], after: { ...progress, from: next } };
  return { pieces, done: [name], after: { ...progress, pending: rest, from: 0 } };
}

/** Files never change under their names, so those of now are as good as those of the backup's moment. */
async function fileStep(progress: Progress, files: ObjectStore | undefined): Promise<Step> {
  const names = ((await files?.names()) ?? []).sort().filter((name) => name > progress.cursor);
  const some = names.slice(0, filesAtOnce);
  const pieces: Piece[] = [];
  for (const name of some) {
    const bytes = await files?.get(name);
    // A picture that nothing shows any more may have been removed meanwhile.
    if (bytes) pieces.push({ name, type: 'file', from: 0, values: [Buffer.from(bytes).toString('base64')] });
  }
  const last = some.at(-1);
  return {
    pieces,
    done: [],
    after: last === undefined ? { ...progress, phase: 'done' } : { ...progress, cursor: last },
  };
}
