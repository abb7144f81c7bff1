import * as z from 'zod';
import { maxSavedSearches } from '../../../search/model/query.ts';
import { SavedSearch } from '../../../search/model/saved.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const Stored = jsonOf(SavedSearch);

/** Returns the JSON of the saved search, or `full`. */
const save = writeScript({
  keys: ['searches', '...anchors'],
  args: ['id', 'query', 'json', 'member', 'max'],
  returns: z.string(),
  body: `
    for _, known in ipairs(redis.call('HVALS', searches)) do
      if cjson.decode(known).query == query then return known end
    end
    if redis.call('HLEN', searches) >= tonumber(max) then return 'full' end
    redis.call('HSET', searches, id, json)
    for _, anchor in ipairs(anchors) do redis.call('SADD', anchor, member) end
    return json
    `,
});

const drop = writeScript({
  keys: ['searches', '...anchors'],
  args: ['id', 'member'],
  returns: z.literal('ok'),
  body: `
    redis.call('HDEL', searches, id)
    for _, anchor in ipairs(anchors) do redis.call('SREM', anchor, member) end
    return 'ok'
    `,
});

const member = (userId: string, id: string) => `${userId} ${id}`;

/** Saves a search under its anchors. Saving the same query again returns the existing one. */
export async function saveSearch(
  redis: Redis,
  userId: string,
  search: SavedSearch,
  anchors: readonly string[],
): Promise<{ ok: true; search: SavedSearch } | { ok: false; reason: 'full' }> {
  const reply = await save(redis, {
    searches: keys.searches(userId),
    anchors: anchors.map(keys.searchesBy),
    id: search.id,
    query: search.query,
    json: toStored(search),
    member: member(userId, search.id),
    max: maxSavedSearches,
  });
  return reply === 'full' ? { ok: false, reason: 'full' } : { ok: true, search: Stored.parse(reply) };
}

/** A person's saved searches, newest first. */
export async function listSearches(redis: Redis, userId: string): Promise<SavedSearch[]> {
  const found = z.array(Stored).parse(await redis.hvals(keys.searches(userId)));
  // Imported files may have several with the same time: those are ordered by query.
  const place = ({ createdAt, query }: SavedSearch) => `${createdAt} ${query}`;
  return found.sort((one, other) => (place(one) < place(other) ? 1 : -1));
}

export async function dropSearch(redis: Redis, userId: string, id: string, anchors: readonly string[]): Promise<void> {
  await drop(redis, {
    searches: keys.searches(userId),
    anchors: anchors.map(keys.searchesBy),
    id,
    member: member(userId, id),
  });
}

/** Returns user ids with the JSON of their searches. */
const read = readScript({
  keys: ['...anchors'],
  args: ['authorId', 'max'],
  returns: z.array(z.tuple([z.string(), Stored])),
  body: `
    local found = {}
    for _, member in ipairs(redis.call('SUNION', unpack(anchors))) do
      local user, id = string.match(member, '^(%S+) (%S+)$')
      if user and user ~= authorId and #found < tonumber(max) then
        local json = redis.call('HGET', ${luaKey(keys.searches, 'user')}, id)
        if json then table.insert(found, { user, json }) end
      end
    end
    return found
    `,
});

/** How many anchors one script reads: Lua unpacks 8,000 at most, and a long text has 60,000. */
const anchorsAtOnce = 4000;

/** Searches by others that a note with these anchors may match, at most `limit`. */
export async function searchesAt(
  redis: Redis,
  anchors: readonly string[],
  authorId: string,
  limit: number,
): Promise<{ userId: string; search: SavedSearch }[]> {
  const found = new Map<string, { userId: string; search: SavedSearch }>();
  for (let from = 0; from < anchors.length && found.size < limit; from += anchorsAtOnce) {
    const names = anchors.slice(from, from + anchorsAtOnce).map(keys.searchesBy);
    for (const [userId, search] of await read(redis, { anchors: names, authorId, max: limit - found.size })) {
      found.set(member(userId, search.id), { userId, search });
    }
  }
  return [...found.values()];
}
