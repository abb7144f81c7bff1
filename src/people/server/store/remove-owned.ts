import { z } from 'zod';
import { addActivity } from './activity.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** Only what is this person's goes: 1, or 0. */
export const removeOwnedScript = writeScript({
  uses: [addActivity],
  keys: ['thing', 'owned', 'activity'],
  args: ['id', 'activityEntry', 'activityAt'],
  returns: z.literal([0, 1]),
  body: `
    redis.call('ZCARD', activity)
    if redis.call('ZREM', owned, id) == 0 then return 0 end
    redis.call('DEL', thing)
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});
