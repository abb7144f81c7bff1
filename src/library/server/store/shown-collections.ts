import { z } from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { luaKey } from '../../../platform/server/store/script-text.ts';
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
