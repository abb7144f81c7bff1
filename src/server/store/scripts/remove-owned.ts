import { z } from 'zod';
import { writeScript } from '../script.ts';

/** KEYS the thing, what its owner has of the kind. ARGV its id among those. Only what is this person's goes: 1, or 0. */
export const removeOwnedScript = writeScript(
  `
  if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
  redis.call('DEL', KEYS[1])
  return 1
  `,
  z.literal([0, 1]),
);
