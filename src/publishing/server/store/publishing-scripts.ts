import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, writeScript, type LuaPart } from '../../../platform/server/store/script.ts';

const Text = z.string().nullable();

/**
 * Takes the claim, unless a build is awaited (`waiting`), or the last publishing was between `after` and `before` and
 * either nothing was removed since, or `earlyPerDay` builds were as early as that (`later`); -1 is no limit, and counts
 * nothing. `early`: the claim was counted. `removes`: something is removed now. `insists`: a person asks where a build
 * costs money, and gets none if everything is published (`up-to-date`).
 */
export const claim = writeScript({
  fixed: {
    waiting: keys.waiting,
    urgent: keys.urgent,
    early: keys.early,
    published: keys.published,
    failure: keys.failure,
    headKey: keys.head,
  },
  args: ['now', 'seconds', 'after', 'before', 'removes', 'insists', 'earlyPerDay'],
  returns: z.enum(['claimed', 'early', 'waiting', 'later', 'up-to-date']),
  body: `
    local head = tonumber(redis.call('GET', headKey) or 0)
    local last = redis.call('GET', published)
    last = last and cjson.decode(last)
    local removed = tonumber(redis.call('GET', urgent) or 0)
    local isEarly = last and last.at > after and last.at < before
    local isUrgent = removes == 'yes' or insists == 'yes' or (last and removed > last.revision)
    if removes == 'yes' then redis.call('SET', urgent, head) end
    if isEarly and not isUrgent then return 'later' end
    local isPublished = last and last.revision >= head and redis.call('EXISTS', failure, waiting) == 0
    if insists == 'yes' and isPublished then return 'up-to-date' end
    if redis.call('EXISTS', waiting) == 1 then return 'waiting' end
    local isCounted = isEarly and tonumber(earlyPerDay) >= 0
    if isCounted then
      if tonumber(redis.call('GET', early) or 0) >= tonumber(earlyPerDay) then return 'later' end
      if redis.call('INCR', early) == 1 then redis.call('EXPIRE', early, 86400) end
    end
    redis.call('SET', waiting, now, 'EX', seconds)
    return isCounted and 'early' or 'claimed'
    `,
});

/** `isEarly`: the claim was counted, and no build came of it. */
export const release = writeScript({
  fixed: { waiting: keys.waiting, early: keys.early },
  args: ['isEarly'],
  returns: z.literal(1),
  body: `
    redis.call('DEL', waiting)
    if isEarly == 'yes' and redis.call('EXISTS', early) == 1 then redis.call('DECR', early) end
    return 1
    `,
});

/** Returns the head. */
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

const isRunning: LuaPart = {
  fixed: { building: keys.building },
  body: `
    local function isRunning(buildId)
      local running = redis.call('GET', building)
      return running and cjson.decode(running).buildId == buildId
    end
  `,
};

/** Writes nothing if another build is running by now. */
export const advance = writeScript({
  uses: [isRunning],
  fixed: { building: keys.building },
  args: ['buildId', 'json'],
  returns: z.literal(1),
  body: `
    if isRunning(buildId) then redis.call('SET', building, json) end
    return 1
    `,
});

export const publish = writeScript({
  uses: [isRunning],
  fixed: { published: keys.published, building: keys.building, failure: keys.failure },
  args: ['json', 'buildId', 'revision'],
  returns: z.literal(1),
  body: `
    local ends = isRunning(buildId)
    local before = redis.call('GET', published)
    if not before or cjson.decode(before).revision <= tonumber(revision) then
      redis.call('SET', published, json)
      redis.call('DEL', failure)
    end
    if ends then redis.call('DEL', building) end
    return 1
    `,
});

/**
 * Counts the failures since the last published build. What the build reported itself stays. A build that never began
 * releases its claim.
 */
export const fail = writeScript({
  uses: [isRunning],
  fixed: { failureKey: keys.failure, building: keys.building, waiting: keys.waiting },
  args: ['json', 'buildId'],
  returns: z.literal(1),
  body: `
    local ends = isRunning(buildId)
    local before = redis.call('GET', failureKey)
    before = before and cjson.decode(before) or {}
    if before.buildId ~= buildId then
      local failure = cjson.decode(json)
      failure.attempts = (before.attempts or 0) + 1
      redis.call('SET', failureKey, cjson.encode(failure))
      if not ends then redis.call('DEL', waiting) end
    end
    if ends then redis.call('DEL', building) end
    return 1
    `,
});

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

/** Returns their values, and for how many milliseconds the claim lasts. */
export const readState = readScript({
  fixed: {
    head: keys.head,
    published: keys.published,
    building: keys.building,
    failure: keys.failure,
    waiting: keys.waiting,
    urgent: keys.urgent,
  },
  returns: z.tuple([Text, Text, Text, Text, Text, Text, z.int()]),
  body: `
    local found = redis.call('MGET', head, published, building, failure, waiting, urgent)
    found[7] = redis.call('PTTL', waiting)
    return found
    `,
});
