import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** Gives a person's live sessions, and forgets those that have expired. */
const list = numberedWrite(
  `
  local found = {}
  for _, sid in ipairs(redis.call('ZREVRANGE', KEYS[1], 0, -1)) do
    local session = redis.call('HMGET', ARGV[1] .. sid, 'createdAt', 'seenAt', 'device')
    if session[1] then
      table.insert(found, { sid, session[1], session[2] or session[1], session[3] or '' })
    else
      redis.call('ZREM', KEYS[1], sid)
    end
  end
  return found
  `,
  z.array(z.tuple([z.string(), z.iso.datetime(), z.iso.datetime(), z.string()])),
);

/** Where a person is signed in, the newest first. */
export async function listSessions(
  redis: Redis,
  userId: string,
): Promise<{ sid: string; createdAt: string; seenAt: string; device: string }[]> {
  const found = await list(redis, [keys.userSessions(userId)], [keys.session('')]);
  return found.map(([sid, createdAt, seenAt, device]) => ({ sid, createdAt, seenAt, device }));
}

/** Ends all sessions of a person but one. */
export const deleteOtherSessions = async (redis: Redis, userId: string, spared: string): Promise<void> => {
  await endOthers(redis, [keys.userSessions(userId)], [spared, keys.session('')]);
};

const endOthers = numberedWrite(
  `
  for _, sid in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if sid ~= ARGV[1] then
      redis.call('DEL', ARGV[2] .. sid)
      redis.call('ZREM', KEYS[1], sid)
    end
  end
  return 1
  `,
  z.literal(1),
);
