import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { takeCall, type CallLimit } from '../../../platform/server/store/rates.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, type LuaPart, readScript, writeScript } from '../../../platform/server/store/script.ts';
import type { User } from '../../model/user.ts';
import { StoredUser } from './users.ts';

/** A session as stored; times are ISO 8601. `provenAt` is when the person last proved their identity. */
export interface StoredSession {
  userId: string;
  createdAt: string;
  renewedAt: string;
  seenAt: string;
  provenAt: string | null;
  user: User;
}

const findSession: LuaPart = {
  body: `
    local function findSession(key)
      local session = redis.call('HMGET', key, 'userId', 'createdAt', 'renewedAt', 'seenAt', 'provenAt')
      local user = session[1] and redis.call('GET', ${luaKey(keys.user, 'session[1]')})
      return user and { session[1], session[2], session[3], session[4] or session[3], session[5], user }
    end
  `,
};

const time = z.iso.datetime();
const FoundSession = z
  .tuple([z.string(), time, time, time, time.nullable(), StoredUser])
  .transform(([userId, createdAt, renewedAt, seenAt, provenAt, user]): StoredSession => ({
    userId,
    createdAt,
    renewedAt,
    seenAt,
    provenAt,
    user,
  }));

const read = readScript({
  uses: [findSession],
  keys: ['sessionKey'],
  returns: FoundSession.nullable(),
  body: `return findSession(sessionKey)`,
});

const readCounting = writeScript({
  countsOnly: true,
  uses: [findSession, takeCall],
  keys: ['sessionKey'],
  args: ['times', 'calls', 'windowMs'],
  returns: z.tuple([FoundSession, z.int()]).nullable(),
  body: `
    local found = findSession(sessionKey)
    return found and { found, takeCall(times .. found[1], calls, windowMs) }
  `,
});

/** A live session with its user, in one round trip. Undefined if it expired, was revoked, or its user was deleted. */
export async function readSession(redis: Redis, sid: string): Promise<StoredSession | undefined> {
  const found = await read(redis, { sessionKey: keys.session(sid) });
  return found?.user.deletedAt === undefined ? (found ?? undefined) : undefined;
}

/** The same, counting a call of the person in the same round trip: `waitMs` is how long they have to wait, or 0. */
export async function readSessionCounting(
  redis: Redis,
  sid: string,
  limit: CallLimit,
): Promise<(StoredSession & { waitMs: number }) | undefined> {
  const [found, waitMs] = (await readCounting(redis, { sessionKey: keys.session(sid), ...limit })) ?? [];
  return found && waitMs !== undefined && found.user.deletedAt === undefined ? { ...found, waitMs } : undefined;
}
