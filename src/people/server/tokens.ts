import { createHash, randomBytes } from 'node:crypto';
import type { Redis } from '../../platform/server/store/redis.ts';
import { putToken, type TokenPurpose, type TokenRecord } from './store/tokens.ts';

const minute = 60;
const day = 24 * 60 * minute;

/** How long each token can be used, in seconds. */
export const tokenSeconds: Readonly<Record<TokenPurpose, number>> = {
  verify: 3 * day,
  reset: 60 * minute,
  address: 60 * minute,
  restore: 7 * day,
  undo: 7 * day,
  enrol: 5 * minute,
  assert: 5 * minute,
};

/** 32 random bytes as they stand in a link. Only their hash is stored, so that who reads the store can use none. */
export async function issueToken(
  redis: Redis,
  record: TokenRecord,
  now: Date,
  token = randomBytes(32).toString('base64url'),
): Promise<string> {
  await putToken(redis, hashOf(token), record, tokenSeconds[record.purpose], now);
  return token;
}

/** The hash under which a token is kept, as hexadecimal digits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
