import { z } from 'zod';
import type { Activity } from '../../model/activity.ts';
import type { User } from '../../model/user.ts';
import { activityArgs, addActivity } from './activity.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { StoredUser } from './stored-user.ts';

/** The most that one person may have at a time: a new one then ends the oldest. */
const most = 50;

/**
 * KEYS session, the person’s sessions, password, activity. ARGV the person, createdAt, device, seconds, createdAt in milliseconds,
 * the session’s id, the most sessions, prefix of sessions, the hash that the password must still have (empty: any),
 * what is noted as activity and its time.
 * Gives 0 where it has another.
 */
const create = numberedWrite(
  `
  ${addActivity}
  if ARGV[9] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[9] then return 0 end
  local size = redis.call('ZCARD', KEYS[2])
  redis.call('ZCARD', KEYS[4])
  addActivity(KEYS[4], ARGV[10], ARGV[11])
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'userId', ARGV[1], 'createdAt', ARGV[2], 'renewedAt', ARGV[2], 'seenAt', ARGV[2],
    'provenAt', ARGV[2], 'device', ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[6])
  redis.call('EXPIRE', KEYS[2], ARGV[4])
  local surplus = size + 1 - tonumber(ARGV[7])
  if surplus > 0 then
    for _, sid in ipairs(redis.call('ZRANGE', KEYS[2], 0, surplus - 1)) do
      redis.call('DEL', ARGV[8] .. sid)
      redis.call('ZREM', KEYS[2], sid)
    end
  end
  return redis.call('EXPIRE', KEYS[1], ARGV[4])
  `,
  z.literal([0, 1]),
);

const read = numberedRead(
  `
  local session = redis.call('HMGET', KEYS[1], 'userId', 'createdAt', 'renewedAt', 'seenAt', 'provenAt')
  if not session[1] then return false end
  local user = redis.call('GET', ARGV[1] .. session[1])
  return user and { session[1], session[2], session[3], session[4] or session[3], session[5], user }
  `,
  z
    .tuple([z.string(), z.iso.datetime(), z.iso.datetime(), z.iso.datetime(), z.iso.datetime().nullable(), StoredUser])
    .nullable(),
);

/** Only a session that still lives is renewed: signing out meanwhile wins. KEYS session; seconds are 0 to only note its use. */
const renew = numberedWrite(
  `
  local session = redis.call('HMGET', KEYS[1], 'userId', 'createdAt')
  if not session[1] then return 0 end
  redis.call('HSET', KEYS[1], 'seenAt', ARGV[1])
  if ARGV[2] == '0' then return 1 end
  redis.call('HSET', KEYS[1], 'renewedAt', ARGV[1])
  redis.call('EXPIRE', ARGV[3] .. session[1] .. ARGV[4], ARGV[2])
  return redis.call('EXPIRE', KEYS[1], ARGV[2])
  `,
  z.literal([0, 1]),
);

/** KEYS session, activity. ARGV now, what is noted as activity and its time. A session that has ended stays so. */
const prove = numberedWrite(
  `
  ${addActivity}
  if redis.call('HEXISTS', KEYS[1], 'userId') == 0 then return 0 end
  redis.call('ZCARD', KEYS[2])
  redis.call('HSET', KEYS[1], 'provenAt', ARGV[1])
  addActivity(KEYS[2], ARGV[2], ARGV[3])
  return 1
  `,
  z.literal([0, 1]),
);

/** KEYS session. ARGV its id, prefix and ending of the sessions of a person. */
const remove = numberedWrite(
  `
  local userId = redis.call('HGET', KEYS[1], 'userId')
  if not userId then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', ARGV[2] .. userId .. ARGV[3], ARGV[1])
  return 1
  `,
  z.literal([0, 1]),
);

const [indexBefore = '', indexAfter = ''] = keys.userSessions('|').split('|');

/**
 * Records a session that lives `ttlSeconds` unless renewed. `createdAt` is ISO 8601, `device` what the browser says it is.
 * False, and nothing is written, where the password has another hash by now than `passwordHash`.
 */
export async function createSession(
  redis: Redis,
  session: {
    sid: string;
    userId: string;
    createdAt: string;
    device: string;
    passwordHash?: string | undefined;
    activity?: Activity | undefined;
  },
  ttlSeconds: number,
): Promise<boolean> {
  const { sid, userId, createdAt, device, passwordHash = '' } = session;
  const at = Date.parse(createdAt);
  const about = [userId, createdAt, device, ttlSeconds, at, sid, most, keys.session(''), passwordHash];
  const names = [keys.session(sid), keys.userSessions(userId), keys.password(userId), keys.activity(userId)];
  return (await create(redis, names, [...about, ...activityArgs(session.activity)])) === 1;
}

/** A session as it is stored; times are ISO 8601. `provenAt` is when its person last proved who they are. */
export interface StoredSession {
  userId: string;
  createdAt: string;
  renewedAt: string;
  seenAt: string;
  provenAt: string | null;
  user: User;
}

/** A live session with its user, in one round trip. Undefined when it expired, was revoked, or its user is gone. */
export async function readSession(redis: Redis, sid: string): Promise<StoredSession | undefined> {
  const found = await read(redis, [keys.session(sid)], [keys.user('')]);
  if (!found) return undefined;
  const [userId, createdAt, renewedAt, seenAt, provenAt, user] = found;
  return user.deletedAt === undefined ? { userId, createdAt, renewedAt, seenAt, provenAt, user } : undefined;
}

/** Notes that the person of a session has just proven who they are, and what their activity says of it. False when it ended. */
export async function noteProof(
  redis: Redis,
  sid: string,
  userId: string,
  now: Date,
  activity?: Activity,
): Promise<boolean> {
  const names = [keys.session(sid), keys.activity(userId)];
  return (await prove(redis, names, [now.toISOString(), ...activityArgs(activity)])) === 1;
}

/** Lets a session live `ttlSeconds` from now; 0 leaves its end and only notes that it was used. False when there is none. */
export async function renewSession(redis: Redis, sid: string, ttlSeconds: number, now: Date): Promise<boolean> {
  return (await renew(redis, [keys.session(sid)], [now.toISOString(), ttlSeconds, indexBefore, indexAfter])) === 1;
}

/** Revokes a session. Revoking one that is gone changes nothing. */
export async function deleteSession(redis: Redis, sid: string): Promise<void> {
  await remove(redis, [keys.session(sid)], [sid, indexBefore, indexAfter]);
}
