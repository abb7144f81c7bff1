import { isNewAccount } from '../../../moderation/model/spam.ts';
import { grouped } from '../../../platform/model/counted.ts';
import type { User } from '../../../people/model/user.ts';
import type { RateName } from '../../../platform/model/limits.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { countAmount, inWords, limitOf, requireRate } from '../../../platform/server/rates.ts';

const rateOf = (user: User, now: Date) => (isNewAccount(user, now) ? 'newImportEntries' : 'importEntries');

/** Counts entries that a person has imported, after their answer: the part or file that exceeds the limit is still taken. */
export async function countEntries(user: User, count: number, now: Date): Promise<void> {
  await countAmount(rateOf(user, now), user.id, count);
}

/** Counts a call, and checks that fewer entries than a day allows were imported. Throws HttpError 429. */
export async function requireImportAllowed(name: RateName, user: User, now: Date): Promise<void> {
  await Promise.all([requireRate(name, user.id), requireEntriesLeft(user, now)]);
}

async function requireEntriesLeft(user: User, now: Date): Promise<void> {
  const name = rateOf(user, now);
  const left = await countAmount(name, user.id, 0);
  if (left.ok) return;
  const most = grouped(limitOf(name).calls);
  const detail =
    `In a day you can import ${most} entries${isNewAccount(user, now) ? ' while your account is new' : ''}. ` +
    `Import the same file again in ${inWords(left.retryAfterSeconds)} to go on with the rest.`;
  throw new HttpError(429, 'Too Many Requests', detail, { headers: { 'Retry-After': String(left.retryAfterSeconds) } });
}
