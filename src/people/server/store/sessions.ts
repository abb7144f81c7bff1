import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, writeScript } from '../../../platform/server/store/script.ts';
import type { Activity } from '../../model/activity.ts';
import { activityArgs, addActivity } from './activity.ts';

/** Returns a person's live sessions, and drops expired ones. */
const list = writeScript({
  keys: ['sessions'],
  returns: z.array(z.tuple([z.string(), z.iso.datetime(), z.iso.datetime(), z.string()])),
  body: `
    local found = {}
    for _, sid in ipairs(redis.call('ZREVRANGE', sessions, 0, -1)) do
      local session = redis.call('HMGET', ${luaKey(keys.session, 'sid')}, 'createdAt', 'seenAt', 'device')
      if session[1] then
        table.insert(found, { sid, session[1], session[2] or session[1], session[3] or '' })
      else
        redis.call('ZREM', sessions, sid)
      end
    end
    return found
    `,
});

/** A person's sessions, newest first. */
export async function listSessions(
  redis: Redis,
  userId: string,
): Promise<{ sid: string; createdAt: string; seenAt: string; device: string }[]> {
  const found = await list(redis, { sessions: keys.userSessions(userId) });
  return found.map(([sid, createdAt, seenAt, device]) => ({ sid, createdAt, seenAt, device }));
}

/** Ends all sessions of a person but one. */
export const deleteOtherSessions = async (redis: Redis, userId: string, spared: string): Promise<void> => {
  await endOthers(redis, { sessions: keys.userSessions(userId), spared });
};

const endOthers = writeScript({
  keys: ['sessions'],
  args: ['spared'],
  returns: z.literal(1),
  body: `
    for _, sid in ipairs(redis.call('ZRANGE', sessions, 0, -1)) do
      if sid ~= spared then
        redis.call('DEL', ${luaKey(keys.session, 'sid')})
        redis.call('ZREM', sessions, sid)
      end
    end
    return 1
    `,
});

/** The maximum per person: a new session beyond it ends the oldest. */
const max = 50;

/** Returns 0 if the password has another hash, the passkey is gone, or a second step is on that was not asked for. */
const create = writeScript({
  uses: [addActivity],
  keys: ['session', 'sessions', 'password', 'passkey', 'factor', 'activity'],
  args: [
    'userId',
    'createdAt',
    'device',
    'seconds',
    'createdMs',
    'sid',
    'max',
    'passwordHash',
    'passkeyId',
    'unasked',
    'activityEntry',
    'activityAt',
  ],
  returns: z.literal([0, 1]),
  body: `
    if passwordHash ~= '' and redis.call('GET', password) ~= passwordHash then return 0 end
    if passkeyId ~= '' and redis.call('EXISTS', passkey) == 0 then return 0 end
    if unasked == '1' and redis.call('EXISTS', factor) == 1 then return 0 end
    local size = redis.call('ZCARD', sessions)
    redis.call('ZCARD', activity)
    addActivity(activity, activityEntry, activityAt)
    redis.call('DEL', session)
    redis.call('HSET', session, 'userId', userId, 'createdAt', createdAt, 'renewedAt', createdAt, 'seenAt', createdAt,
      'provenAt', createdAt, 'device', device)
    redis.call('ZADD', sessions, createdMs, sid)
    redis.call('EXPIRE', sessions, seconds)
    local surplus = size + 1 - tonumber(max)
    if surplus > 0 then
      for _, oldest in ipairs(redis.call('ZRANGE', sessions, 0, surplus - 1)) do
        redis.call('DEL', ${luaKey(keys.session, 'oldest')})
        redis.call('ZREM', sessions, oldest)
      end
    end
    return redis.call('EXPIRE', session, seconds)
    `,
});

/** Renews only a session that still exists, so that signing out at the same time wins. */
const renew = writeScript({
  keys: ['sessionKey'],
  args: ['now', 'seconds'],
  returns: z.literal([0, 1]),
  body: `
    local session = redis.call('HMGET', sessionKey, 'userId', 'createdAt')
    if not session[1] then return 0 end
    redis.call('HSET', sessionKey, 'seenAt', now)
    if seconds == '0' then return 1 end
    redis.call('HSET', sessionKey, 'renewedAt', now)
    redis.call('EXPIRE', ${luaKey(keys.userSessions, 'session[1]')}, seconds)
    return redis.call('EXPIRE', sessionKey, seconds)
    `,
});

/** Changes nothing if the session has ended. */
const prove = writeScript({
  uses: [addActivity],
  keys: ['session', 'activity'],
  args: ['now', 'activityEntry', 'activityAt'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('HEXISTS', session, 'userId') == 0 then return 0 end
    redis.call('ZCARD', activity)
    redis.call('HSET', session, 'provenAt', now)
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});

const remove = writeScript({
  keys: ['session'],
  args: ['sid'],
  returns: z.literal([0, 1]),
  body: `
    local userId = redis.call('HGET', session, 'userId')
    if not userId then return 0 end
    redis.call('DEL', session)
    redis.call('ZREM', ${luaKey(keys.userSessions, 'userId')}, sid)
    return 1
    `,
});

/**
 * Creates a session that lives `ttlSeconds` unless renewed. `createdAt` is ISO 8601, `device` how the browser describes
 * itself. Writes nothing and returns false if the password's hash is no longer `passwordHash`, if the passkey `passkeyId` has
 * been removed or, with `unasked`, if the person has a second step by now.
 */
export async function createSession(
  redis: Redis,
  session: {
    sid: string;
    userId: string;
    createdAt: string;
    device: string;
    passwordHash?: string | undefined;
    passkeyId?: string | undefined;
    unasked?: boolean | undefined;
    activity?: Activity | undefined;
  },
  ttlSeconds: number,
): Promise<boolean> {
  const { sid, userId, createdAt, device, passwordHash = '', passkeyId = '' } = session;
  const names = {
    session: keys.session(sid),
    sessions: keys.userSessions(userId),
    password: keys.password(userId),
    passkey: keys.passkey(passkeyId),
    factor: keys.factor(userId),
    activity: keys.activity(userId),
  };
  const about = {
    userId,
    createdAt,
    device,
    seconds: ttlSeconds,
    createdMs: Date.parse(createdAt),
    sid,
    max,
    passwordHash,
    passkeyId,
    unasked: session.unasked ? 1 : 0,
  };
  return (await create(redis, { ...names, ...about, ...activityArgs(session.activity) })) === 1;
}

/** Records a proof in a session, and the entry of activity. False if the session has ended. */
export async function noteProof(
  redis: Redis,
  sid: string,
  userId: string,
  now: Date,
  activity?: Activity,
): Promise<boolean> {
  return (
    (await prove(redis, {
      session: keys.session(sid),
      activity: keys.activity(userId),
      now: now.toISOString(),
      ...activityArgs(activity),
    })) === 1
  );
}

/** Extends a session to `ttlSeconds` from now; 0 only records that it was used. False if it does not exist. */
export async function renewSession(redis: Redis, sid: string, ttlSeconds: number, now: Date): Promise<boolean> {
  return (
    (await renew(redis, {
      sessionKey: keys.session(sid),
      now: now.toISOString(),
      seconds: ttlSeconds,
    })) === 1
  );
}

/** Revokes a session. Does nothing if it does not exist. */
export async function deleteSession(redis: Redis, sid: string): Promise<void> {
  await remove(redis, { session: keys.session(sid), sid });
}
