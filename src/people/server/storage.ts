import { sizeInWords } from '../../platform/model/bytes.ts';
import type { Storage } from '../model/account.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { measureStored, putCount, raiseCount, readCount } from './store/storage.ts';

const limitBytes = () => environment().STORAGE_QUOTA_MB * 1024 * 1024;
/** A measurement reads all that a person has, so it holds for this long. */
const restMs = 60_000;

/** How full a person's storage is: measured, unless that was a moment ago. */
export async function storageOf(userId: string, now: Date): Promise<Storage> {
  const count = await readCount(database(), userId);
  const isFresh = count !== undefined && now.getTime() - count.at < restMs;
  return { used: isFresh ? count.bytes : await measured(userId, now), limit: limitBytes() };
}

/** Whether so much more may be kept for a person. Nobody is refused by a count that might have missed what they deleted. */
export async function hasRoom(userId: string, bytes: number, now: Date): Promise<boolean> {
  const limit = limitBytes();
  const count = await readCount(database(), userId);
  if (count && count.bytes + bytes <= limit) return true;
  // Nothing came since it was measured, and whatever goes takes the count along.
  if (count && count.bytes === count.measured && now.getTime() - count.at < restMs) return false;
  const used = await measureStored(database(), userId);
  if (used + bytes <= limit) return true;
  await putCount(database(), userId, { bytes: used, at: now.getTime() });
  return false;
}

/** Throws HttpError 507 where what was sent, and is about to be kept, is more than a person may have. */
export async function requireRoom(userId: string, sent: unknown, now: Date): Promise<void> {
  if (!(await hasRoom(userId, sizeOf(sent), now))) throw new HttpError(507, 'Insufficient Storage', fullWords());
}

/** What room was required for is kept now. */
export async function countStored(userId: string, sent: unknown, now: Date): Promise<void> {
  if (!(await raiseCount(database(), userId, sizeOf(sent)))) await measured(userId, now);
}

/** What whoever is at their limit reads. */
export function fullWords(): string {
  return (
    `Nothing was saved: you have ${sizeInWords(limitBytes())} here, as much as one person may. ` +
    'Delete notes that you no longer need (kept copies of pages are the largest part), then try again.'
  );
}

function sizeOf(sent: unknown): number {
  return typeof sent === 'number' ? sent : Buffer.byteLength(JSON.stringify(sent));
}

async function measured(userId: string, now: Date): Promise<number> {
  const bytes = await measureStored(database(), userId);
  await putCount(database(), userId, { bytes, at: now.getTime() });
  return bytes;
}
