import {
  beginRestore,
  deleteRestored,
  endRestore,
  expireKeys,
  existingKeys,
  putPieces,
  unfinishedRestore,
  isExcludedKey,
  isSealed,
} from './store/restore-store.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { NewerStore, schemaVersion } from '../schema/schema.ts';
import { type Piece, ContentDigest } from './store/pieces.ts';
import { BadBackup, type Summary } from './format.ts';
import { piecesOf } from './read.ts';
import type { ObjectStore } from '../../platform/server/object-store.ts';
import { nameRestored, setTrustedTime } from '../../platform/server/store/meta.ts';
import { isPictureFile } from '../../pictures/server/pictures.ts';
import { digestOfStore } from './take.ts';

/** A backup can only be restored into an empty store. */
export class StoreNotEmpty extends Error {
  override name = 'StoreNotEmpty';

  constructor(example: string) {
    super(
      `The store is not empty (it holds ${example}): restore into an empty one, such as another DATA_DIR or a new database.`,
    );
  }
}

/** Keys that expire sooner than this are not restored, so that none expires while the store is compared. */
const endsSoonMs = 10 * 60_000;

export type Source = () => AsyncIterable<Uint8Array>;
/**
 * `expired`: keys left out because they have expired or soon will; `filesLeft`: picture files left out for want of an object
 * store; `sealed`: keys that can only be read with the former secret.
 */
export type Restored = Summary & { expired: number; filesLeft: number; sealed: number };

/**
 * Restores a backup into an empty store. The backup is read completely first, so that nothing is written of one that is cut
 * off, damaged or encrypted for another key. Afterwards the whole store is read and compared with the backup. A failure
 * leaves the store empty. Throws `BadBackup`, `StoreNotEmpty` and `NewerStore`.
 */
export async function restoreBackup(
  redis: Redis,
  source: Source,
  { identities, now, files }: { identities: string[]; now: Date; files?: ObjectStore | undefined },
): Promise<Restored> {
  const summary = await examineBackup(source, identities);
  if (summary.schema > schemaVersion) throw new NewerStore(summary.schema, schemaVersion);
  await makeSureOfEmpty(redis);
  await beginRestore(redis, summary.digest);
  await setTrustedTime(redis, summary.at);
  try {
    const { expected, ends, expired, filesLeft, sealed } = await fill(
      redis,
      piecesOf(source(), identities),
      now,
      files,
    );
    const found = await digestOfStore(redis, now);
    if (found.digest !== expected.digest || found.keys !== expected.keys) {
      throw new BadBackup('What came into the store is not what the backup holds: was something else writing to it?');
    }
    await expireKeys(redis, ends);
    await nameRestored(redis);
    await endRestore(redis);
    return { ...summary, expired, filesLeft, sealed };
  } catch (error) {
    // If even that fails, the mark of an unfinished restore stays, and nothing starts on the half-filled store.
    await deleteRestored(redis).catch(() => undefined);
    throw error;
  }
}

/** Reads a whole backup, and compares it with its own summary. Throws `BadBackup`. */
async function examineBackup(source: Source, identities: string[]): Promise<Summary> {
  const pieces = piecesOf(source(), identities);
  const digest = new ContentDigest();
  let keys = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) {
      if (value.digest !== digest.hex || value.keys !== keys) {
        throw new BadBackup('The parts do not make what the last one says: use another copy of this backup.');
      }
      return value;
    }
    if (value.type === 'file') continue;
    digest.add(value);
    if (value.from === 0) keys += 1;
  }
}

async function makeSureOfEmpty(redis: Redis): Promise<void> {
  if ((await unfinishedRestore(redis)) !== null) await deleteRestored(redis);
  for await (const [example] of existingKeys(redis)) if (example !== undefined) throw new StoreNotEmpty(example);
  await deleteRestored(redis);
}

const batch = { pieces: 500, length: 1_000_000 };

async function fill(redis: Redis, pieces: AsyncIterable<Piece>, now: Date, files: ObjectStore | undefined) {
  const digest = new ContentDigest();
  const ends = new Map<string, number>();
  const gone = new Set<string>();
  let [keys, length, filesLeft, sealed] = [0, 0, 0, 0];
  let waiting: Piece[] = [];
  const write = async () => {
    if (waiting.length > 0) await putPieces(redis, waiting);
    [waiting, length] = [[], 0];
  };
  for await (const piece of pieces) {
    const { name, expiresAt, from } = piece;
    if (piece.type === 'file') {
      if (!files) filesLeft += 1;
      else if (isPictureFile(name)) await files.put(name, Buffer.from(piece.values[0] ?? '', 'base64'));
      continue;
    }
    if (isExcludedKey(name)) continue;
    if (expiresAt !== undefined && expiresAt < now.getTime() + endsSoonMs) {
      gone.add(name);
      continue;
    }
    if (expiresAt !== undefined) ends.set(name, expiresAt);
    if (from === 0) keys += 1;
    if (from === 0 && isSealed(name)) sealed += 1;
    digest.add(piece);
    waiting.push(piece);
    length += piece.values.reduce((sum, value) => sum + value.length, 0);
    if (waiting.length >= batch.pieces || length >= batch.length) await write();
  }
  await write();
  return { expected: { keys, digest: digest.hex }, ends, expired: gone.size, filesLeft, sealed };
}
