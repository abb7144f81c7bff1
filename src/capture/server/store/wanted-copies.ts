import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, writeScript } from '../../../platform/server/store/script.ts';

/** Whether a person wants copies of the pages of all their links. */
export async function wantsCopies(redis: Redis, userId: string): Promise<boolean> {
  return (await redis.zscore(keys.copiesWanted, userId)) !== null;
}

/** Wants copies of all links of a person, of those that they have and of later ones. Repeating it changes nothing. */
export async function beginCopies(redis: Redis, userId: string): Promise<void> {
  await redis.zadd(keys.copiesWanted, { nx: true }, { score: 0, member: userId });
}

/** Makes no more copies. Those that were made stay. */
export async function endCopies(redis: Redis, userId: string): Promise<void> {
  await redis.zrem(keys.copiesWanted, userId);
}

/** A restored library may have fewer revisions than were listed. */
const list = writeScript({
  fixed: { due: keys.copiesDue, wanted: keys.copiesWanted },
  args: ['now', 'soon', 'apart', 'max'],
  returns: z.literal([0, 1]),
  body: `
    local left = tonumber(max)
    local people = redis.call('ZRANGE', wanted, 0, -1, 'WITHSCORES')
    redis.call('ZCARD', due)
    for i = 1, #people, 2 do
      if left <= 0 then break end
      local userId, since = people[i], people[i + 1]
      local log = ${luaKey(keys.libraryChanges, 'userId')}
      local head = redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')[2] or '0'
      if tonumber(head) < tonumber(since) then since = '0' end
      local found = {}
      if head ~= since then
        found = redis.call('ZRANGEBYSCORE', log, '(' .. since, '+inf', 'WITHSCORES', 'LIMIT', 0, math.ceil(left))
      end
      local listed, own = 0, '"authorId":"' .. userId .. '"'
      for at = 1, #found, 2 do
        if left <= 0 then break end
        local uuid = found[at]
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
        left = left - 1 - (json and #json or 0) / 4000
        if json and string.find(json, '"url":"http', 1, true) and string.find(json, own, 1, true)
          and redis.call('EXISTS', ${luaKey(keys.copy, 'uuid')}) == 0 then
          redis.call('ZADD', due, 'NX', now + listed * apart, uuid)
          listed = listed + 1
        end
        since = found[at + 1]
      end
      if #found > 0 then redis.call('ZADD', wanted, since, userId) end
    end
    return #redis.call('ZRANGEBYSCORE', due, '-inf', now + soon, 'LIMIT', 0, 1)
    `,
});

/** How many changes of libraries are looked at in one step; fewer if their notes are long, since the store waits. */
const changesAtOnce = 1000;
/** A run takes what is due until the next one. */
const soonMs = 5 * 60_000;
/** How far apart the links of one person are due, so that those of others come in between: as fast as runs copy them. */
const apartMs = 2000;

/**
 * Lists the links without a copy whose owners want one: those that were added or changed since they were listed before.
 * Returns whether any is due.
 */
export async function listWantedCopies(redis: Redis, now: Date): Promise<boolean> {
  return (await list(redis, { now: now.getTime(), soon: soonMs, apart: apartMs, max: changesAtOnce })) === 1;
}

const claim = writeScript({
  fixed: { due: keys.copiesDue },
  args: ['latest', 'again', 'max'],
  returns: z.array(z.string()),
  body: `
    local claimed = redis.call('ZRANGEBYSCORE', due, '-inf', latest, 'LIMIT', 0, max)
    for _, uuid in ipairs(claimed) do redis.call('ZADD', due, again, uuid) end
    return claimed
    `,
});

/** After this long, a link whose copy was not made is due again: the run that claimed it was killed. In milliseconds. */
const claimedForMs = 60 * 60_000;

/** Claims the notes whose links are due first, for this run alone. */
export async function claimCopies(redis: Redis, now: Date, max: number): Promise<string[]> {
  return claim(redis, { latest: now.getTime() + soonMs, again: now.getTime() + claimedForMs, max });
}

/** Ends claims: a link that got no copy is listed again once its note changes. */
export async function endClaims(redis: Redis, uuids: readonly string[]): Promise<void> {
  if (uuids.length > 0) await redis.zrem(keys.copiesDue, ...uuids);
}

/** Makes links due again a day later. */
export async function putOff(redis: Redis, uuids: readonly string[], now: Date): Promise<void> {
  const score = now.getTime() + 24 * 60 * 60_000;
  await Promise.all(uuids.map((member) => redis.zadd(keys.copiesDue, { xx: true }, { score, member })));
}

export async function hasNoCopy(redis: Redis, uuid: string): Promise<boolean> {
  return (await redis.exists(keys.copy(uuid))) === 0;
}

/** A run that was killed holds up the next ones for this long: as long as a background function may run. */
const runSeconds = 15 * 60;

/** Whether a run may begin: there is one at a time. */
export async function beginCopying(redis: Redis): Promise<boolean> {
  return (await redis.set(keys.copiesRun, '1', { nx: true, ex: runSeconds })) !== null;
}

export async function endCopying(redis: Redis): Promise<void> {
  await redis.del(keys.copiesRun);
}
