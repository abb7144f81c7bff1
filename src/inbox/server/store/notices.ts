import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { luaKey } from '../../../platform/server/store/script-text.ts';
import { pull } from './deliver.ts';

/** How many notifications one message names; it counts the others. */
const named = 50;

/**
 * Takes one person whose mail is due, with what is to be in it, so that no other run can: once a batch, whatever
 * happens afterwards. A person who wants mail of what they follow comes again with the next digest, since what large
 * sources bring is only found by looking.
 *
 * `waitMs` is how long the next mail waits. Gives the user, how many notifications there are, and the ids of the newest
 * ones; an empty user when nothing is due.
 */
export const takeDue = writeScript({
  uses: [pull],
  keys: ['due'],
  args: ['batch', 'now', 'nextDigest', 'waitMs'],
  returns: z.tuple([z.string(), z.int(), z.array(z.string())]),
  body: `
    local clock = { now = tonumber(now), digest = tonumber(nextDigest), here = false }
    local user = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not user then return { '', 0, {} } end
    if batch == 'digest' then pull(user, clock) end
    redis.call('ZREM', due, user)
    local items = mailItems[batch] .. user
    local ids, count = redis.call('ZREVRANGE', items, 0, ${named - 1}), redis.call('ZCARD', items)
    redis.call('DEL', items)
    if batch == 'mail' then redis.call('SET', ${luaKey(keys.mailPause, 'user')}, '1', 'PX', waitMs) end
    if batch == 'digest' then
      for _, way in ipairs(redis.call('HMGET', ${luaKey(keys.delivery, 'user')}, 'person', 'tag', 'thread')) do
        if way and mailItems[way] then redis.call('ZADD', due, clock.digest, user) end
      end
    end
    return { user, count, ids }
    `,
});

export const chooseDelivery = writeScript({
  keys: ['delivery', 'digests'],
  args: ['next', 'user', '...chosen'],
  returns: z.literal('ok'),
  body: `
    for i = 1, #chosen, 2 do
      redis.call('HSET', delivery, chosen[i], chosen[i + 1])
      if chosen[i + 1] == 'mail' or chosen[i + 1] == 'digest' then redis.call('ZADD', digests, 'NX', next, user) end
    end
    return 'ok'
    `,
});

/** Kinds that came this way come into the inbox alone. */
export const endDelivery = writeScript({
  keys: ['delivery', 'mailItems', 'mailDue'],
  args: ['user', 'way', '...usual'],
  returns: z.literal('ok'),
  body: `
    for i = 1, #usual, 2 do
      if (redis.call('HGET', delivery, usual[i]) or usual[i + 1]) == way then
        redis.call('HSET', delivery, usual[i], 'inbox')
      end
    end
    redis.call('DEL', mailItems)
    redis.call('ZREM', mailDue, user)
    return 'ok'
    `,
});
