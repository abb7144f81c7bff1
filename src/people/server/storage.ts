import { sizeInWords } from '../../platform/model/bytes.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { later, type CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { unlessClosed } from '../../platform/server/store/redis.ts';
import type { Storage } from '../model/account.ts';
import { ageCount, measureStored, putCount, raiseCount, readCount, type StoredCount } from './store/storage.ts';

const limitBytes = () => environment().STORAGE_QUOTA_MB * 1024 * 1024;
/** Measuring reads all that a person has, so a result is used for this long. */
const measuredForMs = 60_000;
/** What the count missed is corrected after so long. */
const countedForMs = 24 * 60 * 60_000;

/** How much of their storage a person uses, measured within the last minute. */
export async function storageOf(userId: string, now: Date): Promise<Storage> {
  const count = await readCount(database(), userId, now);
  const isFresh = count !== undefined && now.getTime() - count.at < measuredForMs;
  return { used: isFresh ? count.bytes : await measured(userId, now), limit: limitBytes() };
}

/**
 * What is counted of what a person stores, for `hasRoom` of somebody who asks for more at the same moment. What was measured
 * now is kept: who is about to bring many notes would be measured with all of them.
 */
export async function storedCount(userId: string, now: Date): Promise<StoredCount | undefined> {
  const count = await readCount(database(), userId, now);
  if (count?.at === now.getTime()) putCount(database(), userId, count).catch(() => undefined);
  return count;
}

/**
 * Whether a person may store so many bytes more. Before a refusal their storage is measured, since the count may have
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
  const kept = putCount(database(), userId, { bytes: used, at: now.getTime() });
  if (used + bytes > limit) {
    await kept;
    return false;
  }
  // Nobody waits for it: where it is lost, the next call measures again.
  kept.catch(() => undefined);
  return true;
}

/** Throws HttpError 507 where storing what was sent would exceed a person's limit. */
export async function requireRoom(userId: string, sent: unknown, now: Date): Promise<void> {
  if (!(await hasRoom(userId, sizeOf(sent), now)))
    throw new HttpError(507, 'Insufficient Storage', storageFullMessage());
}

/** Adds to the count what was stored after `requireRoom`, which nobody waits for. */
export function countStored(userId: string, sent: unknown, now: Date, context: CallContext): Promise<void> {
  return later(context, () => addStored(userId, sizeOf(sent), now));
}

/** The same where there is no call to go on after. */
export async function addStored(userId: string, bytes: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - countedForMs);
  if (!(await raiseCount(database(), userId, bytes, { since, now }))) await measured(userId, now);
}

/** Says that the count is too high by now, after something was deleted. */
export function countDeleted(userId: string, context: CallContext): Promise<void> {
  return later(context, () => ageCount(database(), userId));
}

/** What a person at their limit reads. */
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
  await unlessClosed(putCount(database(), userId, { bytes, at: now.getTime() }));
  return bytes;
}
