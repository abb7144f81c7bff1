import { savedTimeScale, tenfoldSeconds } from '../../../notes/model/ranking.ts';
import { changeOf } from './keys.ts';

/** Lua: whether anyone who has the address may read a decoded note, as isPublished says in domain/note-access.ts. */
export const isPublished = `
  local function isPublished(note)
    return not note.deletedAt and not note.hidden and (note.visibility == 'public' or note.visibility == 'unlisted')
  end
`;

/**
 * Lua: writes the change log's entry of a note that anyone may read, and gives the head revision, or false for a note
 * that only its author reads. Names the keys of head and changes in the script that uses it.
 */
export const raise = (head: string, changes: string) => `
  ${isPublished}
  local function raise(note, member)
    if not isPublished(note) then return false end
    local revision = redis.call('INCR', ${head})
    redis.call('ZADD', ${changes}, revision, member)
    return revision
  end
`;

/**
 * Lua: writes the change log's entry of a person, whose page of comments changed. Each entry has a revision of its own.
 * Names the keys of head and changes in the script that uses it.
 */
export const raisePerson = (head: string, changes: string) => `
  local function raisePerson(userId)
    redis.call('ZADD', ${changes}, redis.call('INCR', ${head}), '${changeOf.user('')}' .. userId)
  end
`;

/** Lua: the scores of domain/ranking.ts; `at` is publishedAt in milliseconds. */
const scores = `
  local function hotScore(votes, at)
    return string.format('%.17g', math.log10(1 + votes) + at / ${tenfoldSeconds.hot * 1000})
  end
  local function discussedScore(comments, at)
    return string.format('%.17g', math.log10(1 + comments) + at / ${tenfoldSeconds.discussed * 1000})
  end
  local function savedScore(saves, at)
    return string.format('%.17g', saves + at / ${savedTimeScale * 1000})
  end
`;

/**
 * Lua: ranks a public note anew by what is counted now. `at` is the score that it has among the public notes, false
 * where it is not public.
 */
export const rank = `
  ${scores}
  local function rank(key, uuid, at, count, score, least)
    if at and count >= least then redis.call('ZADD', key, score(count, at), uuid)
    else redis.call('ZREM', key, uuid) end
  end
`;

/**
 * Lua: the rank, from the highest score on, at which a sorted set goes on after a member of the page before: after the
 * member if it is where it was, else after the place that it had. An empty member means the start.
 */
export const placeAfter = `
  local function placeAfter(key, score, last)
    if last == '' then return 0 end
    if tonumber(redis.call('ZSCORE', key, last) or 'nan') == tonumber(score) then
      return redis.call('ZREVRANK', key, last) + 1
    end
    local start = redis.call('ZCOUNT', key, '(' .. score, '+inf')
    for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, score, score)) do
      if member > last then start = start + 1 end
    end
    return start
  end
`;
