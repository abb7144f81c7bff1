import { changeOf, keys } from './keys.ts';
import { type LuaPart, writeScript } from './script.ts';
import * as z from 'zod';
import type { Redis } from './redis.ts';

/** Returns a user id, or an empty string. */
const take = writeScript({
  keys: ['due'],
  args: ['now', 'next'],
  returns: z.string(),
  body: `
    local user = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not user then return '' end
    redis.call('ZADD', due, next, user)
    return user
    `,
});

/** Takes the next person who is due by now from the sorted set `due`. They are due again at `next`. */
export async function takeDue(redis: Redis, due: string, now: Date, next: Date): Promise<string | undefined> {
  const userId = await take(redis, { due, now: now.getTime(), next: next.getTime() });
  return userId === '' ? undefined : userId;
}

const replace = writeScript({
  keys: ['key'],
  args: ['before', 'next'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', key) ~= before then return 0 end
    redis.call('SET', key, next)
    return 1
    `,
});

/** Replaces the string of a key if it is still the one that was read. */
export async function replaceIfUnchanged(redis: Redis, key: string, before: string, next: string): Promise<boolean> {
  return (await replace(redis, { key, before, next })) === 1;
}

/**
 * Writes the change log's entry for a person whose page of comments changed, and returns the new head revision. Each entry
 * has a revision of its own.
 */
export const recordPersonChange: LuaPart = {
  fixed: { head: keys.head, changes: keys.changes },
  body: `
    local function recordPersonChange(userId)
      local revision = redis.call('INCR', head)
      redis.call('ZADD', changes, revision, '${changeOf.user('')}' .. userId)
      return revision
    end
  `,
};

/**
 * The rank, from the highest score, at which the next page of a sorted set begins after the last member of the page before:
 * after that member if it has not moved, else after the place that it had. An empty member means the start.
 */
export const placeAfter: LuaPart = {
  body: `
    local function placeAfter(index, score, last)
      if last == '' then return 0 end
      if tonumber(redis.call('ZSCORE', index, last) or 'nan') == tonumber(score) then
        return redis.call('ZREVRANK', index, last) + 1
      end
      local start = redis.call('ZCOUNT', index, '(' .. score, '+inf')
      for _, member in ipairs(redis.call('ZRANGEBYSCORE', index, score, score)) do
        if member > last then start = start + 1 end
      end
      return start
    end
  `,
};

/** Converts a stored time (ISO 8601 in UTC) to milliseconds since 1970, as a score; nil if it is not a text. */
export const millis: LuaPart = {
  body: `
    local asMillis = {}
    local function millis(time)
      if type(time) ~= 'string' or asMillis[time] then return asMillis[time] end
      local year, month, day, hour, minute, second, fraction =
        string.match(time, '^(%d+)-(%d+)-(%d+)T(%d+):(%d+):?(%d*)%.?(%d*)Z$')
      local fromMarch = (month + 9) % 12
      if fromMarch > 9 then year = year - 1 end
      local leapDays = math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
      local days = year * 365 + leapDays + math.floor((153 * fromMarch + 2) / 5) + day - 719469
      local seconds = days * 86400 + hour * 3600 + minute * 60 + (tonumber(second) or 0)
      asMillis[time] = string.format('%.0f', seconds * 1000 + string.sub(fraction .. '000', 1, 3))
      return asMillis[time]
    end
  `,
};
