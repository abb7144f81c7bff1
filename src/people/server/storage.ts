import { sizeInWords } from '../../platform/model/bytes.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { ignoreReadOnly } from '../../platform/server/store/redis.ts';
import type { Storage } from '../model/account.ts';
import { ageCount, measureStored, putCount, raiseCount, readCount, type StoredCount } from './store/storage.ts';

const limitBytes = () => environment().STORAGE_QUOTA_MB * 1024 * 1024;
/** Measuring reads everything that a person has, so a result is used for this long. */
const measuredForMs = 60_000;
/** After this long, the count is corrected for what it missed. */
const countedForMs = 24 * 60 * 60_000;

/** How much of their storage a person uses, measured within the last minute. */
export async function storageOf(userId: string, now: Date): Promise<Storage> {
  const count = await readCount(database(), userId, now);
  const isFresh = count !== undefined && now.getTime() - count.at < measuredForMs;
  return { used: isFresh ? count.bytes : await measured(userId, now), limit: limitBytes() };
}

/**
 * The count for `hasRoom`, read at the same time as other data of the call. If it was measured just now, it is stored: a
 * person about to add many notes would otherwise be measured with all of them.
 */
export async function storedCount(userId: string, now: Date): Promise<StoredCount | undefined> {
  const count = await readCount(database(), userId, now);
  if (count?.at === now.getTime()) putCount(database(), userId, count).catch(() => undefined);
  return count;
}

/**
 * Whether a person may store this many more bytes. Before a refusal their storage is measured, since the count may have
 * missed what they deleted.
 */
export async function hasRoom(
  userId: string,
  bytes: number,
  now: Date,
  counted = readCount(database(), userId, now),
): Promise<boolean> {
  const limit = limitBytes();
  const count = await counted;
  if (count && count.bytes + bytes <= limit) return true;
  // Nothing was added since the measurement, and nothing deleted, which ages the count.
  if (count && count.bytes === count.measured && now.getTime() - count.at < measuredForMs) return false;
  const used = await measureStored(database(), userId);
  const stored = putCount(database(), userId, { bytes: used, at: now.getTime() });
  if (used + bytes > limit) {
    await stored;
    return false;
  }
  // Not awaited: if it fails, the next call measures again.
  stored.catch(() => undefined);
  return true;
}

/** Throws HttpError 507 if storing what was sent would exceed a person's limit. */
export async function requireRoom(userId: string, sent: unknown, now: Date): Promise<void> {
  if (!(await hasRoom(userId, sizeOf(sent), now)))
    throw new HttpError(507, 'Insufficient Storage', storageFullMessage());
}

/** Adds to the count what was stored after `requireRoom`, without delaying the answer. */
export function countStored(userId: string, sent: unknown, now: Date, context: CallContext): Promise<void> {
  return afterAnswer(context, () => addStored(userId, sizeOf(sent), now));
}

/** The same outside of a call. */
export async function addStored(userId: string, bytes: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - countedForMs);
  if (!(await raiseCount(database(), userId, bytes, { since, now }))) await measured(userId, now);
}

/** Marks the count as too high, after something was deleted. */
export function countDeleted(userId: string, context: CallContext): Promise<void> {
  return afterAnswer(context, () => ageCount(database(), userId));
}

/** The message for a person at their limit. */
export function storageFullMessage(): string {
  return (
    `Nothing was saved: you have ${sizeInWords(limitBytes())} here, which is the most one person can have. ` +
    'Delete notes you no longer need (copies of pages take up the most), empty your bin, then try again. ' +
    'Uploaded pictures that no note shows are deleted after 30 days.'
  );
}

function sizeOf(sent: unknown): number {
  return typeof sent === 'number' ? sent : Buffer.byteLength(JSON.stringify(sent));
}

async function measured(userId: string, now: Date): Promise<number> {
  const bytes = await measureStored(database(), userId);
  await ignoreReadOnly(putCount(database(), userId, { bytes, at: now.getTime() }));
  return bytes;
}
