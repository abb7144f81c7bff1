import { hash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { findFactor, FoundFactor, type StoredFactor } from './second-factor.ts';
import { StoredUser, type StoredText } from './users.ts';

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

/**
 * A new token: 32 random bytes in the form used in links. Only its hash is stored, so that nobody can use a token by
 * reading the store.
 */
export async function issueToken(redis: Redis, record: TokenRecord, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await putToken(redis, hashOf(token), record, tokenSeconds[record.purpose], now);
  return token;
}

/** The hash under which a token is stored, in hexadecimal. */
export function hashOf(token: string): string {
  return hash('sha256', token);
}

/**
 * What a token allows: to prove an address, to set a new password, to take a new address, to restore the old one, to remove
 * a new way in, or to answer one passkey challenge (`enrol` a new one, or `assert` with one).
 */
export const TokenPurpose = z.enum(['verify', 'reset', 'address', 'restore', 'undo', 'enrol', 'assert']);
export type TokenPurpose = z.infer<typeof TokenPurpose>;

/** `userId` is absent if it is not known yet who signs in. `email` is the address that the token was sent to. */
export const TokenRecord = z.object({
  purpose: TokenPurpose,
  userId: z.string().optional(),
  email: z.string().optional(),
  /** What an `undo` removes. */
  undoes: z.object({ kind: z.enum(['passkey', 'token', 'factor']), id: z.string(), name: z.string() }).optional(),
});
export type TokenRecord = z.infer<typeof TokenRecord>;

const StoredToken = jsonOf(TokenRecord);

const put = writeScript({
  keys: ['token', 'index'],
  args: ['record', 'seconds', 'member', 'nowMs'],
  returns: z.literal(1),
  body: `
    if index ~= token then
      redis.call('ZREMRANGEBYSCORE', index, '-inf', nowMs)
      local expires = nowMs + seconds * 1000
      redis.call('ZADD', index, string.format('%.0f', expires), member)
      local last = redis.call('ZRANGE', index, -1, -1, 'WITHSCORES')[2]
      redis.call('PEXPIREAT', index, last)
    end
    redis.call('SET', token, record, 'EX', seconds)
    return 1
    `,
});

/** Does not spend a token of another purpose. */
const take = writeScript({
  keys: ['token'],
  args: ['purpose', 'hash'],
  returns: StoredToken.nullable(),
  body: `
    local stored = redis.call('GET', token)
    local record = stored and cjson.decode(stored)
    if not record or record.purpose ~= purpose then return false end
    redis.call('DEL', token)
    if record.userId then redis.call('ZREM', ${luaKey(keys.userTokens, 'record.userId')}, purpose .. ':' .. hash) end
    return stored
    `,
});

/** Stores what the token with this hash allows, for `ttlSeconds`. */
async function putToken(redis: Redis, hash: string, record: TokenRecord, ttlSeconds: number, now: Date): Promise<void> {
  const index = record.userId === undefined ? keys.token(hash) : keys.userTokens(record.userId);
  await put(redis, {
    token: keys.token(hash),
    index,
    record: toStored(record),
    seconds: ttlSeconds,
    member: `${record.purpose}:${hash}`,
    nowMs: now.getTime(),
  });
}

/** What the token with this hash allows, without spending it. Undefined if it was used, has expired or never existed. */
export async function readToken(redis: Redis, hash: string): Promise<TokenRecord | undefined> {
  return StoredToken.nullable().parse(await redis.get(keys.token(hash))) ?? undefined;
}

const readWithPerson = readScript({
  uses: [findFactor],
  keys: ['token'],
  returns: z.tuple([StoredToken, z.string().nullable(), FoundFactor]).nullable(),
  body: `
    local stored = redis.call('GET', token)
    local userId = stored and cjson.decode(stored).userId
    return userId and { stored, redis.call('GET', ${luaKey(keys.user, 'userId')}), findFactor(userId) } or false
    `,
});

/** The record of a mailed link, with its person and their second step, as they are now. */
export type LinkOfPerson = { record: TokenRecord; found: StoredText | undefined; factor: StoredFactor | undefined };

/** The same for a link that belongs to a person, with that person. */
export async function readLinkOfPerson(redis: Redis, hash: string): Promise<LinkOfPerson | undefined> {
  const [record, text = null, factor] = (await readWithPerson(redis, { token: keys.token(hash) })) ?? [];
  return record && { record, found: text === null ? undefined : { user: StoredUser.parse(text), text }, factor };
}

/** Reads a token for one purpose and spends it: of simultaneous calls, one gets it. */
export async function takeToken(redis: Redis, hash: string, purpose: TokenPurpose): Promise<TokenRecord | undefined> {
  return (await take(redis, { token: keys.token(hash), purpose, hash })) ?? undefined;
}
