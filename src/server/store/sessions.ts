import { z } from 'zod';
import type { User } from '../../domain/user.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readScript, writeScript } from './script.ts';
import { StoredUser } from './stored.ts';

const create = writeScript(
  `
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'userId', ARGV[1], 'createdAt', ARGV[2], 'renewedAt', ARGV[2], 'device', ARGV[3])
  return redis.call('EXPIRE', KEYS[1], ARGV[4])
  `,
  z.literal(1),
);

const read = readScript(
  `
  local session = redis.call('HMGET', KEYS[1], 'userId', 'createdAt', 'renewedAt')
  if not session[1] then return false end
  local user = redis.call('GET', ARGV[1] .. session[1])
  return user and { session[1], session[2], session[3], user }
  `,
  z.tuple([z.string(), z.iso.datetime(), z.iso.datetime(), StoredUser]).nullable(),
);

/** Only a session that still lives is renewed: signing out meanwhile wins. */
const renew = writeScript(
  `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('HSET', KEYS[1], 'renewedAt', ARGV[1])
  return redis.call('EXPIRE', KEYS[1], ARGV[2])
  `,
  z.literal([0, 1]),
);

/** Records a session that lives `ttlSeconds` unless renewed. `createdAt` is ISO 8601, `device` what the browser says it is. */
export async function createSession(
  redis: Redis,
  session: { sid: string; userId: string; createdAt: string; device: string },
  ttlSeconds: number,
): Promise<void> {
  const { sid, userId, createdAt, device } = session;
  await create(redis, [keys.session(sid)], [userId, createdAt, device, ttlSeconds]);
}

/** A live session with its user, in one round trip. Undefined when it expired, was revoked, or its user is gone. */
export async function readSession(
  redis: Redis,
  sid: string,
): Promise<{ userId: string; createdAt: string; renewedAt: string; user: User } | undefined> {
  const found = await read(redis, [keys.session(sid)], [keys.user('')]);
  if (!found) return undefined;
  const [userId, createdAt, renewedAt, user] = found;
  return { userId, createdAt, renewedAt, user };
}

/** Lets a session live `ttlSeconds` from now. False when there is none to renew. */
export async function renewSession(redis: Redis, sid: string, ttlSeconds: number, now: Date): Promise<boolean> {
  return (await renew(redis, [keys.session(sid)], [now.toISOString(), ttlSeconds])) === 1;
}

/** Revokes a session. Revoking one that is gone changes nothing. */
export async function deleteSession(redis: Redis, sid: string): Promise<void> {
  await redis.del(keys.session(sid));
}
