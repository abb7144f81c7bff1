import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** Gives a person's live sessions, and forgets those that have expired. */
const list = writeScript({
  keys: ['sessions'],
  prefixes: { sessionPrefix: keys.session('') },
  returns: z.array(z.tuple([z.string(), z.iso.datetime(), z.iso.datetime(), z.string()])),
  body: `
    local found = {}
    for _, sid in ipairs(redis.call('ZREVRANGE', sessions, 0, -1)) do
      local session = redis.call('HMGET', sessionPrefix .. sid, 'createdAt', 'seenAt', 'device')
      if session[1] then
        table.insert(found, { sid, session[1], session[2] or session[1], session[3] or '' })
      else
        redis.call('ZREM', sessions, sid)
      end
    end
    return found
    `,
});

/** Where a person is signed in, the newest first. */
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
  prefixes: { sessionPrefix: keys.session('') },
  returns: z.literal(1),
  body: `
    for _, sid in ipairs(redis.call('ZRANGE', sessions, 0, -1)) do
      if sid ~= spared then
        redis.call('DEL', sessionPrefix .. sid)
        redis.call('ZREM', sessions, sid)
      end
    end
    return 1
    `,
});
