import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { StoredCopy } from '../../../capture/server/store/copies.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import { Highlight } from '../../../library/model/highlight.ts';
import { ReadingPlace, ReadingState } from '../../../library/model/reading-list.ts';
import type { Note } from '../../../notes/model/note.ts';
import { isPublished, StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import { luaKey } from '../../../platform/server/store/script-text.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { derivedDays } from './library-words.ts';
import { LibraryItem } from '../../model/library.ts';

/** What a person has of a note now. */
export interface Had {
  note: Note;
  /** Who wrote it, where that is somebody else. */
  author: Author | undefined;
  /** Its place in the reading list, and when it was saved and moved (ISO 8601). */
  reading: (ReadingPlace & { savedAt: string; changedAt: string }) | undefined;
  copy: Copy | undefined;
  highlights: Highlight[];
  /** Ids of the person's collections that it is in. */
  collections: string[];
}

/** What a part of a change log says: `had` is undefined for what is no longer in the library. */
export interface Changes {
  changes: { uuid: string; had: Had | undefined }[];
  /** The revision of the last of them; that of the whole log; how many come after. */
  upTo: number;
  head: number;
  behind: number;
}

const Place = z.union([z.tuple([]), z.tuple([z.string(), z.string(), z.string(), z.string(), z.int()])]);
const One = z.tuple([
  z.string(),
  z.int(),
  z.string(),
  Place,
  z.string(),
  z.array(jsonOf(Highlight)),
  z.array(z.string()),
]);

/** Goes on after the revision `since`, until `most` notes or so many characters are read. */
const read = readScript({
  uses: [isPublished],
  keys: ['log', 'saved', 'progressKey', 'favourites', 'collections', '...states'],
  args: ['userId', 'since', 'most', 'characters'],
  prefixes: {
    notePrefix: keys.note(''),
    userPrefix: keys.user(''),
    copyPrefix: keys.copy(''),
    highlightsPrefix: keys.highlights(''),
  },
  returns: z.tuple([z.coerce.number(), z.int(), z.array(One), z.array(StoredUser)]),
  body: `
    local head = redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')[2] or '0'
    local found = redis.call('ZRANGEBYSCORE', log, '(' .. since, '+inf', 'WITHSCORES', 'LIMIT', 0, most)
    local names = { ${ReadingState.options.map((state) => `'${state}'`).join(', ')} }
    local items, users, seen, size = {}, {}, {}, 0
    local last, ownCollections = since, {}
    for _, id in ipairs(redis.call('ZRANGE', collections, 0, -1)) do ownCollections[id] = true end
    for at = 1, #found, 2 do
      local uuid = found[at]
      local json = redis.call('GET', notePrefix .. uuid)
      local note = json and cjson.decode(json)
      local place = {}
      local savedAt = redis.call('ZSCORE', saved, uuid)
      if savedAt then
        for i, name in ipairs(names) do
          local changedAt = redis.call('ZSCORE', states[i], uuid)
          if changedAt then
            local progress = redis.call('HGET', progressKey, uuid) or '0'
            place = { name, savedAt, changedAt, progress, redis.call('SISMEMBER', favourites, uuid) }
          end
        end
      end
      local isIn = {}
      for _, id in ipairs(redis.call('SMEMBERS', ${luaKey(keys.collected, 'uuid')})) do
        if ownCollections[id] then table.insert(isIn, id) end
      end
      local own = note and not note.deletedAt and note.authorId == userId
      if own or note and (savedAt or #isIn > 0) and isPublished(note) then
        local copy = own and redis.call('GET', copyPrefix .. uuid) or ''
        local highlights = own and redis.call('HVALS', highlightsPrefix .. uuid) or {}
        local user = not own and not seen[note.authorId] and redis.call('GET', userPrefix .. note.authorId)
        if user then table.insert(users, user) end
        seen[note.authorId] = true
        size = size + #json + #copy
        for _, highlight in ipairs(highlights) do size = size + #highlight end
        table.insert(items, { uuid, tonumber(found[at + 1]), json, place, copy, highlights, isIn })
      else
        table.insert(items, { uuid, tonumber(found[at + 1]), '', {}, '', {}, {} })
      end
      last = found[at + 1]
      if size > tonumber(characters) then break end
    end
    return { head, redis.call('ZCOUNT', log, '(' .. last, '+inf'), items, users }
    `,
});

/** So much is read at once at most, beyond the one note with which it is passed. */
const charactersAtOnce = 2_000_000;

/** What changed in a person's library after a revision, oldest change first, in one round trip. */
export async function readChanges(redis: Redis, userId: string, since: number, most: number): Promise<Changes> {
  const [head, behind, items, users] = await read(redis, {
    log: keys.libraryChanges(userId),
    saved: keys.reading(userId),
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    collections: keys.collections(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
    userId,
    since,
    most,
    characters: charactersAtOnce,
  });
  const authors = new Map(users.map((user) => [user.id, authorOf(user)]));
  const changes: Changes['changes'] = [];
  let [upTo, unpacked] = [since, 0];
  for (const [uuid, revision, json, place, copy, highlights, collections] of items) {
    unpacked += unpackedLength(copy);
    // The rest is asked for again: a packed copy may be a thousand times as long.
    if (changes.length > 0 && unpacked > unpackedAtOnce) break;
    const note = json === '' ? undefined : StoredLiveNote.parse(json);
    const author = note && authors.get(note.authorId);
    const isMine = note && (note.authorId === userId || author !== undefined);
    if (copy.length > longCopy) await turn();
    const had = isMine && {
      ...{ note, author, reading: placeOf(place), copy: copyFrom(copy), highlights, collections },
    };
    changes.push({ uuid, had: had || undefined });
    upTo = revision;
  }
  return { changes, upTo, head, behind: behind + items.length - changes.length };
}

/** Bytes of copies that are unpacked for one call; beyond the first. */
const unpackedAtOnce = 16 * 2 ** 20;
/** In characters. */
const longCopy = 50_000;

/** How long a packed copy is: gzip says so at its end. */
function unpackedLength(copy: string): number {
  const end = Buffer.from(copy.slice(-12), 'base64');
  return end.length < 4 ? 0 : end.readUInt32LE(end.length - 4);
}

/** A copy that nobody can read keeps nobody from the rest of their library. */
function copyFrom(stored: string): Copy | undefined {
  try {
    return stored === '' ? undefined : StoredCopy.parse(stored);
  } catch {
    return undefined;
  }
}

function placeOf(place: z.output<typeof Place>): Had['reading'] {
  if (place.length === 0) return undefined;
  const [state, savedAt, changedAt, progress, star] = place;
  const time = (millis: string) => new Date(Number(millis)).toISOString();
  return {
    ...ReadingPlace.parse({ state, progress: Number(progress), favourite: star === 1 }),
    savedAt: time(savedAt),
    changedAt: time(changedAt),
  };
}

const StoredItem = jsonOf(LibraryItem);
const itemsAtOnce = 2000;

/** A library as it was put together last: its items, and up to which revision of the log they hold. */
export async function readItems(redis: Redis, userId: string): Promise<{ upTo: number; items: LibraryItem[] }> {
  const key = keys.libraryItems(userId);
  const items: LibraryItem[] = [];
  // Read first: what is kept meanwhile is newer than this says, and is only looked at once more.
  const upTo = Number((await redis.hget<string>(key, '')) ?? 0);
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(key, cursor, { count: itemsAtOnce });
    cursor = next;
    for (let at = 0; at < flat.length; at += 2) {
      const [uuid, value] = [String(flat[at]), flat[at + 1]];
      if (uuid === '') continue;
      // What an earlier version put together in another form is put together anew.
      const item = StoredItem.safeParse(value);
      if (!item.success) {
        await redis.del(key);
        return { upTo: 0, items: [] };
      }
      items.push(item.data);
    }
  } while (cursor !== '0');
  if (upTo > 0) await redis.expire(key, derivedDays * 86_400);
  return { upTo, items };
}

/** `gone` are uuids; `items` are uuids and their JSON by turns. Only in the place of what holds up to `before`. */
const keep = writeScript({
  keys: ['itemsKey'],
  args: ['before', 'upTo', 'days', 'gone', '...items'],
  returns: z.literal([0, 1]),
  body: `
    if (redis.call('HGET', itemsKey, '') or '0') ~= before then return 0 end
    for _, uuid in ipairs(cjson.decode(gone)) do redis.call('HDEL', itemsKey, uuid) end
    for at = 1, #items, 1000 do redis.call('HSET', itemsKey, unpack(items, at, math.min(at + 999, #items))) end
    redis.call('HSET', itemsKey, '', upTo)
    redis.call('EXPIRE', itemsKey, days * 86400)
    return 1
    `,
});

/** Keeps what changed in a library since it was kept last. False where somebody else did that meanwhile. */
export async function keepItems(
  redis: Redis,
  userId: string,
  { before, upTo, items, gone }: { before: number; upTo: number; items: LibraryItem[]; gone: string[] },
): Promise<boolean> {
  const flat = items.flatMap((item) => [item.note.uuid, JSON.stringify(item)]);
  const kept = await keep(redis, {
    itemsKey: keys.libraryItems(userId),
    before,
    upTo,
    days: derivedDays,
    gone: JSON.stringify(gone),
    items: flat,
  });
  return kept === 1;
}
