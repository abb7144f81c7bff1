import { z } from 'zod';
import { mostSavedSearches } from '../../../search/model/limits.ts';
import { SavedSearch } from '../../../search/model/saved.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const Stored = jsonOf(SavedSearch);

/** KEYS the person's searches, then the anchors. ARGV id, query, JSON, member, the most. Gives the JSON of the search. */
const save = numberedWrite(
  `
  for _, json in ipairs(redis.call('HVALS', KEYS[1])) do
    if cjson.decode(json).query == ARGV[2] then return json end
  end
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then return 'full' end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  for i = 2, #KEYS do redis.call('SADD', KEYS[i], ARGV[4]) end
  return ARGV[3]
  `,
  z.string(),
);

/** KEYS the person's searches, then the anchors. ARGV id, member. */
const drop = numberedWrite(
  `
  redis.call('HDEL', KEYS[1], ARGV[1])
  for i = 2, #KEYS do redis.call('SREM', KEYS[i], ARGV[2]) end
  return 'ok'
  `,
  z.literal('ok'),
);

const member = (userId: string, id: string) => `${userId} ${id}`;

/** Saves a search under its anchors. The same query again gives the one that is there. */
export async function saveSearch(
  redis: Redis,
  userId: string,
  search: SavedSearch,
  anchors: readonly string[],
): Promise<{ ok: true; search: SavedSearch } | { ok: false; reason: 'full' }> {
  const reply = await save(
    redis,
    [keys.searches(userId), ...anchors.map(keys.searchesBy)],
    [search.id, search.query, toStored(search), member(userId, search.id), mostSavedSearches],
  );
  return reply === 'full' ? { ok: false, reason: 'full' } : { ok: true, search: Stored.parse(reply) };
}

/** A person's searches, the newest first. */
export async function listSearches(redis: Redis, userId: string): Promise<SavedSearch[]> {
  const found = z.array(Stored).parse(await redis.hvals(keys.searches(userId)));
  return found.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

export async function dropSearch(redis: Redis, userId: string, id: string, anchors: readonly string[]): Promise<void> {
  await drop(redis, [keys.searches(userId), ...anchors.map(keys.searchesBy)], [id, member(userId, id)]);
}

/** KEYS anchors. ARGV prefix of searches, who wrote the note, the most. Gives user ids with the JSON of their searches. */
const read = numberedRead(
  `
  local found = {}
  for _, member in ipairs(redis.call('SUNION', unpack(KEYS))) do
    local user, id = string.match(member, '^(%S+) (%S+)$')
    if user and user ~= ARGV[2] and #found < tonumber(ARGV[3]) then
      local json = redis.call('HGET', ARGV[1] .. user, id)
      if json then table.insert(found, { user, json }) end
    end
  end
  return found
  `,
  z.array(z.tuple([z.string(), Stored])),
);

/** Anchors that one script looks at. */
const anchorsAtOnce = 500;

/** The searches of others that a note with these anchors may answer, at most `limit`. */
export async function searchesAt(
  redis: Redis,
  anchors: readonly string[],
  authorId: string,
  limit: number,
): Promise<{ userId: string; search: SavedSearch }[]> {
  const found = new Map<string, { userId: string; search: SavedSearch }>();
  for (let from = 0; from < anchors.length && found.size < limit; from += anchorsAtOnce) {
    const names = anchors.slice(from, from + anchorsAtOnce).map(keys.searchesBy);
    for (const [userId, search] of await read(redis, names, [keys.searches(''), authorId, limit - found.size])) {
      found.set(member(userId, search.id), { userId, search });
    }
  }
  return [...found.values()];
}
