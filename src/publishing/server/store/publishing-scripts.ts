import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { numberedRead, numberedWrite, writeScript } from '../../../platform/server/store/script.ts';

const Text = z.string().nullable();

/** Gives head. */
export const begin = writeScript({
  fixed: { waiting: keys.waiting, building: keys.building, headKey: keys.head },
  args: ['json'],
  returns: z.int().nonnegative(),
  body: `
    local head = tonumber(redis.call('GET', headKey) or 0)
    redis.call('DEL', waiting)
    redis.call('SET', building, json)
    return head
    `,
});

const endOfBuild = (key: string) => `
  local running = redis.call('GET', ${key})
  local ends = running and cjson.decode(running).buildId == ARGV[2]
`;

/** Writes nothing when another build is running by now. */
export const advance = writeScript({
  fixed: { building: keys.building },
  args: ['buildId', 'json'],
  returns: z.literal(1),
  body: `
    local running = redis.call('GET', building)
    if running and cjson.decode(running).buildId == buildId then redis.call('SET', building, json) end
    return 1
    `,
});

/** KEYS published, building, failure. ARGV the published build's JSON, its id, its revision. */
export const publish = numberedWrite(
  `
  ${endOfBuild('KEYS[2]')}
  local before = redis.call('GET', KEYS[1])
  if not before or cjson.decode(before).revision <= tonumber(ARGV[3]) then
    redis.call('SET', KEYS[1], ARGV[1])
    redis.call('DEL', KEYS[3])
  end
  if ends then redis.call('DEL', KEYS[2]) end
  return 1
  `,
  z.literal(1),
);

/**
 * KEYS failure, building, waiting. ARGV the failure's JSON, the build's id. Counts the failures since the last published
 * build. What the build said of itself stays; one that never began gives its claim back.
 */
export const fail = numberedWrite(
  `
  ${endOfBuild('KEYS[2]')}
  local before = redis.call('GET', KEYS[1])
  before = before and cjson.decode(before) or {}
  if before.buildId ~= ARGV[2] then
    local failure = cjson.decode(ARGV[1])
    failure.attempts = (before.attempts or 0) + 1
    redis.call('SET', KEYS[1], cjson.encode(failure))
    if not ends then redis.call('DEL', KEYS[3]) end
  end
  if ends then redis.call('DEL', KEYS[2]) end
  return 1
  `,
  z.literal(1),
);

export const renew = writeScript({
  fixed: { building: keys.building, waiting: keys.waiting },
  args: ['buildId', 'now', 'claimMs'],
  returns: z.literal(1),
  body: `
    local running = redis.call('GET', building)
    running = running and cjson.decode(running) or {}
    if running.buildId == buildId then
      running.alive = now
      redis.call('SET', building, cjson.encode(running))
    end
    redis.call('PEXPIRE', waiting, claimMs)
    return 1
    `,
});

/** KEYS head, published, building, failure, waiting. Gives their values, and for how many milliseconds the claim lasts. */
export const readState = numberedRead(
  `
  local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
  found[6] = redis.call('PTTL', KEYS[5])
  return found
  `,
  z.tuple([Text, Text, Text, Text, Text, z.int()]),
);
