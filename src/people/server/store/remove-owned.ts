import { z } from 'zod';
import { addActivity } from './activity.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** KEYS the thing, what its owner has of the kind, activity. ARGV its id among those, activity and its time. Only what is this person's goes: 1, or 0. */
export const removeOwnedScript = numberedWrite(
  `
  ${addActivity}
  redis.call('ZCARD', KEYS[3])
  if redis.call('ZREM', KEYS[2], ARGV[1]) == 0 then return 0 end
  redis.call('DEL', KEYS[1])
  addActivity(KEYS[3], ARGV[2], ARGV[3])
  return 1
  `,
  z.literal([0, 1]),
);
