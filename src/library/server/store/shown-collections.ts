import { z } from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, luaKey } from '../../../platform/server/store/script.ts';
import { isShown, StoredCollection } from '../../model/collection.ts';
import { StoredJson } from './collection-parts.ts';

/** What others see of collections. */

const find = readScript({
  keys: ['slugs'],
  args: ['slug'],
  returns: StoredJson.nullable(),
  body: `
    local id = redis.call('HGET', slugs, slug)
    return id and redis.call('GET', ${luaKey(keys.collection, 'id')})
    `,
});

/** The collection of this person that anyone may see at an address, or saw there: its slug is the present one. */
export async function shownCollectionAt(
  redis: Redis,
  ownerId: string,
  slug: string,
): Promise<StoredCollection | undefined> {
  const found = await find(redis, { slugs: keys.collectionSlugs(ownerId), slug });
  return found && !found.deletedAt && isShown(found) ? StoredCollection.parse(found) : undefined;
}

/** Collections by their ids; undefined for those that only their owners see, and for those that are gone. */
export async function readShown(redis: Redis, ids: readonly string[]): Promise<(StoredCollection | undefined)[]> {
  const found = ids.length > 0 ? await inBatches(redis, ids.map(keys.collection), StoredJson) : [];
  return found.map((one) => (one && !one.deletedAt && isShown(one) ? StoredCollection.parse(one) : undefined));
}

const ofOwners = readScript({
  keys: ['...ofOwners'],
  returns: z.array(z.array(z.tuple([StoredJson, z.int(), z.int()]))),
  body: `
    local all = {}
    for at, ofOwner in ipairs(ofOwners) do
      local ids, ranks, found = redis.call('ZRANGE', ofOwner, 0, -1), {}, {}
      for rank, id in ipairs(ids) do ranks[id] = rank end
      for rank, id in ipairs(ids) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        local collection = json and cjson.decode(json)
        if collection and collection.visibility ~= 'private' then
          table.insert(found, { json, collection.parent ~= cjson.null and ranks[collection.parent] or rank, rank })
        end
      end
      all[at] = found
    end
    return all
    `,
});

const ownersAtOnce = 20;

/** What others see of the collections of each of these people, in their order: each before those in it. */
export async function listShown(redis: Redis, ownerIds: readonly string[]): Promise<StoredCollection[][]> {
  const all: StoredCollection[][] = [];
  for (let from = 0; from < ownerIds.length; from += ownersAtOnce) {
    const some = ownerIds.slice(from, from + ownersAtOnce);
    for (const found of await ofOwners(redis, { ofOwners: some.map(keys.collections) })) {
      const sorted = found.toSorted(
        ([one, oneTop, oneRank], [other, otherTop, otherRank]) =>
          oneTop - otherTop || Number(one.parent !== null) - Number(other.parent !== null) || oneRank - otherRank,
      );
      all.push(sorted.map(([collection]) => StoredCollection.parse(collection)));
    }
  }
  return all;
}

/** The public notes among those of a collection, by their places. */
const page = readScript({
  keys: ['notes', 'public'],
  args: ['from', 'most'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
  body: `
    local uuids = redis.call('ZINTER', 2, notes, public, 'WEIGHTS', 1, 0)
    local found, users, seen = {}, {}, {}
    for i = from + 1, math.min(#uuids, from + most) do
      local uuid = uuids[i]
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      if note then
        table.insert(found, json)
        local user = not seen[note.authorId] and redis.call('GET', ${luaKey(keys.user, 'note.authorId')})
        if user then table.insert(users, user) end
        seen[note.authorId] = true
      end
    end
    return { #uuids, found, users }
    `,
});

export async function publicNotesOf(
  redis: Redis,
  id: string,
  { from, count }: { from: number; count: number },
): Promise<{ total: number; notes: { note: Note; author: Author }[] }> {
  const [total, notes, users] = await page(redis, {
    notes: keys.collectionNotes(id),
    public: keys.publicNotes,
    from,
    most: count,
  });
  const authors = new Map(users.map((user) => [user.id, authorOf(user)]));
  return {
    total,
    notes: notes.flatMap((note) => {
      const author = authors.get(note.authorId);
      return author ? [{ note, author }] : [];
    }),
  };
}
