import { spamLimits } from '../../../moderation/model/spam.ts';
import type { User } from '../../../people/model/user.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';
import { countAmount, inWords, limitOf } from '../../../platform/server/rates.ts';

const isNew = ({ createdAt }: User, now: Date) =>
  now.getTime() - Date.parse(createdAt) < spamLimits.provenDays * 86_400_000;
const rateOf = (user: User, now: Date) => (isNew(user, now) ? 'newImportEntries' : 'importEntries');

/** Counts entries that a person has imported, after their answer: the part or file that exceeds the limit is still taken. */
export async function countEntries(user: User, count: number, now: Date): Promise<void> {
  await countAmount(rateOf(user, now), user.id, count);
}

/** Throws HttpError 429 for a person who has imported too many entries in a day. */
export async function requireEntriesLeft(user: User, now: Date): Promise<void> {
  const name = rateOf(user, now);
  const left = await countAmount(name, user.id, 0);
  if (left.ok) return;
  const most = limitOf(name).calls.toLocaleString('en');
  const detail =
    `In a day you can import ${most} entries${isNew(user, now) ? ' while your account is new' : ''}. ` +
    `Import the same file again in ${inWords(left.retryAfterSeconds)} to go on with the rest.`;
  throw new HttpError(429, 'Too Many Requests', detail, { headers: { 'Retry-After': String(left.retryAfterSeconds) } });
}
