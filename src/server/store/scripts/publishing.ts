import { z } from 'zod';
import { writeScript } from '../script.ts';

/** KEYS waiting, building, head. ARGV the running build's JSON. Gives head. */
export const begin = writeScript(
  `
  local head = tonumber(redis.call('GET', KEYS[3]) or 0)
  redis.call('DEL', KEYS[1])
  redis.call('SET', KEYS[2], ARGV[1])
  return head
  `,
  z.int().nonnegative(),
);

const endOfBuild = (key: string) => `
  local running = redis.call('GET', ${key})
  local ends = running and cjson.decode(running).buildId == ARGV[2]
`;

/** KEYS building. ARGV the build's id, its JSON. Writes nothing when another build is running by now. */
export const advance = writeScript(
  `
  local running = redis.call('GET', KEYS[1])
  if running and cjson.decode(running).buildId == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end
  return 1
  `,
  z.literal(1),
);

/** KEYS published, building, failure. ARGV the published build's JSON, its id, its revision. */
export const publish = writeScript(
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

/** KEYS failure, building. ARGV the failure's JSON, the build's id. */
export const fail = writeScript(
  `
  ${endOfBuild('KEYS[2]')}
  redis.call('SET', KEYS[1], ARGV[1])
  if ends then redis.call('DEL', KEYS[2]) end
  return 1
  `,
  z.literal(1),
);
