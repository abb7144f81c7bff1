import { type RateName } from '../model/limits.ts';
import { database } from './database.ts';
import { environment } from './env.ts';
import { HttpError } from './http/problem.ts';
import { callLimit, readRate, takeAmount, takeRate, takeRates, type CallLimit } from './store/rates.ts';

/** Counts one call against a rate limit. Throws HttpError 429 that says when to try again. */
export async function requireRate(name: RateName, key: string): Promise<void> {
  requireAllowed(await countCall(name, key));
}

/** The same against several limits in one step. Limits after the first that refuses the call do not count it. */
export async function requireRates(...counted: { name: RateName; key: string }[]): Promise<void> {
  (await countCalls(...counted)).forEach(requireAllowed);
}

/** The same without counting, for a download, which the next step counts. */
export async function requireDownloadLeft(key: string): Promise<void> {
  requireAllowed(await readRate(database(), 'download', key, environment().RATE_LIMIT_SCALE));
}

/** The same for a call that has been counted already. */
export function requireAllowed(taken: Awaited<ReturnType<typeof countCall>>): void {
  if (taken.ok) return;
  const seconds = Math.max(1, Math.ceil(taken.retryAfterSeconds));
  throw new HttpError(
    429,
    'Too Many Requests',
    `You’ve done this too often in a short time. Nothing was changed. Try again in ${inWords(seconds)}.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

/** A limit in the form that scripts take. */
export function limitOf(name: RateName): CallLimit {
  return callLimit(name, environment().RATE_LIMIT_SCALE);
}

/** Counts one call, and returns whether it is within the limit: for when a refusal would reveal too much. */
export async function isWithinRate(name: RateName, key: string): Promise<boolean> {
  return (await countCall(name, key)).ok;
}

/** Counts one call against several limits in one step. Limits after the first that refuses the call do not count it. */
export function countCalls(...counted: { name: RateName; key: string }[]) {
  return takeRates(database(), counted, environment().RATE_LIMIT_SCALE);
}

/** Counts one call. If there were too many, returns how long to wait. */
export function countCall(name: RateName, key: string) {
  return takeRate(database(), name, key, environment().RATE_LIMIT_SCALE);
}

/** Counts an amount at once, or 0 to only ask. If the limit is reached already, returns how long to wait. */
export function countAmount(name: RateName, key: string, amount: number) {
  return takeAmount(database(), { name, key, amount }, environment().RATE_LIMIT_SCALE);
}

/** `90` gives `90 seconds`, `180` gives `3 minutes`, `9000` gives `3 hours`. */
export function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
