import * as z from 'zod';
import { inParts } from '../../../platform/model/parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

/**
 * `isUnshown(name)`: whether a picture exists that no note shows. Otherwise its bytes count with that note. Only some
 * holders are checked if there are very many.
 */
export const unshown: LuaPart = {
  body: `
    local function isUnshown(name)
      if redis.call('HGET', ${luaKey(keys.picture, 'name')}, 'state') ~= 'kept' then return false end
      local holders = ${luaKey(keys.pictureHolders, 'name')}
      if redis.call('SCARD', holders) > 100 then return false end
      for _, holder in ipairs(redis.call('SMEMBERS', holders)) do
        if string.sub(holder, 1, 5) == 'note:' then return false end
      end
      return true
    end
  `,
};

/** Every fiftieth picture, drops those that a note shows or that are deleted. */
const remember = writeScript({
  uses: [unshown],
  keys: ['sent', 'user'],
  args: ['name', 'at'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', user) == 0 then return 0 end
    if redis.call('ZCARD', sent) % 50 == 49 then
      for _, each in ipairs(redis.call('ZRANGE', sent, 0, -1)) do
        if not isUnshown(each) then redis.call('ZREM', sent, each) end
      end
    end
    redis.call('ZADD', sent, at, name)
    return 1
    `,
});

/** Records who uploaded a picture, which counts as theirs until a note shows it. */
export async function recordSent(redis: Redis, userId: string, name: string, now: Date): Promise<void> {
  await remember(redis, { sent: keys.sentPictures(userId), user: keys.user(userId), name, at: now.getTime() });
}

const find = readScript({
  args: ['...names'],
  returns: z.array(z.string()),
  body: `
    local found = {}
    for _, name in ipairs(names) do
      local state = redis.call('HGET', ${luaKey(keys.picture, 'name')}, 'state')
      if state and state ~= 'refused' then found[#found + 1] = name end
    end
    return found
    `,
});

/** Which of these pictures are here, and were not removed by a moderator. */
export async function picturesHere(redis: Redis, names: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(inParts(names, 200).map((some) => find(redis, { names: some })));
  return new Set(found.flat());
}
