import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import { StoredCopy } from '../../../capture/server/store/copies.ts';
import { Comment } from '../../../discussion/model/thread.ts';
import { type Copy, LinkState } from '../../../capture/model/capture.ts';
import { Highlight } from '../../../library/model/highlight.ts';
import { ReadingPlace, ReadingState } from '../../../library/model/reading-list.ts';
import type { Note } from '../../../notes/model/note.ts';
import { addAuthor, isPublished, StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { authorsById, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, luaKey } from '../../../platform/server/store/script.ts';
import { storeId } from '../../../platform/server/store/meta.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

/** A note in a person's library, with all they have of it. */
export interface LibraryNote {
  note: Note;
  /** Its author, if that is somebody else. */
  author: Author | undefined;
  /** Its place in the reading list, and when it was saved and moved (ISO 8601). */
  reading: (ReadingPlace & { savedAt: string; changedAt: string }) | undefined;
  /** How far it was read, from 0 to 1, in the reading list or not. */
  progress: number;
  copy: Copy | undefined;
  highlights: Highlight[];
  /** The person's visible comments on it. */
  comments: Comment[];
  /** The state of its link, if the last check found no page. */
  link: LinkState | undefined;
  /** Ids of the person's collections that it is in. */
  collections: string[];
}

/** A part of a change log: `had` is undefined for notes that are no longer in the library. */
export interface Changes {
  changes: { uuid: string; had: LibraryNote | undefined }[];
  /** The last revision of this part; the last of the log; how many changes follow. */
  upTo: number;
  head: number;
  behind: number;
  /** The store and the person that the revisions belong to. A restored store or another person has different ones. */
  store: string;
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
  z.array(jsonOf(Comment)),
  z.coerce.number(),
  z.union([z.literal('').transform(() => undefined), jsonOf(LinkState)]),
]);

/** Reads changes after the revision `since`, up to `max` notes or `characters`; with `only`, just these notes. */
const read = readScript({
  uses: [isPublished, addAuthor],
  keys: ['log', 'saved', 'progressKey', 'favourites', 'collections', '...states'],
  args: ['userId', 'since', 'max', 'characters', '...only'],
  fixed: { storeKey: keys.storeId },
  returns: z.tuple([z.coerce.number(), z.int(), z.array(One), z.array(StoredUser), z.coerce.string()]),
  body: `
    local head = redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')[2] or '0'
    local found = #only == 0 and redis.call('ZRANGEBYSCORE', log, '(' .. since, '+inf', 'WITHSCORES', 'LIMIT', 0, max) or {}
    for _, uuid in ipairs(only) do
      table.insert(found, uuid)
      table.insert(found, since)
    end
    local names = { ${ReadingState.options.map((state) => `'${state}'`).join(', ')} }
    local items, users, size = {}, {}, 0
    local last, ownCollections = since, {}
    for _, id in ipairs(redis.call('ZRANGE', collections, 0, -1)) do ownCollections[id] = true end
    for at = 1, #found, 2 do
      local uuid = found[at]
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      local place = {}
      local savedAt = redis.call('ZSCORE', saved, uuid)
      local progress = redis.call('HGET', progressKey, uuid) or '0'
      if savedAt then
        local state, changedAt = '', savedAt
        for i, name in ipairs(names) do
          local score = redis.call('ZSCORE', states[i], uuid)
          if score then state, changedAt = name, score end
        end
        place = { state, savedAt, changedAt, progress, redis.call('SISMEMBER', favourites, uuid) }
      end
      local isIn = {}
      for _, id in ipairs(redis.call('SMEMBERS', ${luaKey(keys.collected, 'uuid')})) do
        if ownCollections[id] then table.insert(isIn, id) end
      end
      local comments = {}
      for _, each in ipairs(redis.call('ZRANGEBYLEX', ${luaKey(keys.threadAuthors, 'uuid')}, '[' .. userId .. ':', '(' .. userId .. ';')) do
        local comment = redis.call('GET', ${luaKey(keys.comment, 'string.sub(each, #userId + 2)')})
        if comment then table.insert(comments, comment) end
      end
      local own = note and not note.deletedAt and note.authorId == userId
      if own or note and (savedAt or #isIn > 0 or #comments > 0) and isPublished(note) then
        local copy = own and redis.call('GET', ${luaKey(keys.copy, 'uuid')}) or ''
        local highlights = own and redis.call('HVALS', ${luaKey(keys.highlights, 'uuid')}) or {}
        if not own then addAuthor(users, note.authorId) end
        size = size + #json + #copy
        for _, highlight in ipairs(highlights) do size = size + #highlight end
        for _, comment in ipairs(comments) do size = size + #comment end
        table.insert(items, { uuid, tonumber(found[at + 1]), json, place, copy, highlights, isIn, comments, progress, redis.call('GET', ${luaKey(keys.linkState, 'uuid')}) or '' })
      else
        table.insert(items, { uuid, tonumber(found[at + 1]), '', {}, '', {}, {}, {}, '0', '' })
      end
      last = found[at + 1]
      if size > tonumber(characters) then break end
    end
    return { head, redis.call('ZCOUNT', log, '(' .. last, '+inf'), items, users, redis.call('GET', storeKey) or '' }
    `,
});

/** How many characters one call reads before it stops. */
const charactersAtOnce = 2_000_000;

/** What a person has of these notes now. Notes that are not in their library are left out. */
export async function readLibraryNotes(redis: Redis, userId: string, only: readonly string[]): Promise<LibraryNote[]> {
  const { changes } = only.length > 0 ? await readChanges(redis, userId, 0, 0, only) : { changes: [] };
  return changes.flatMap(({ had }) => had ?? []);
}

/** The changes of a person's library after a revision, oldest first, in one round trip. */
export async function readChanges(
  redis: Redis,
  userId: string,
  since: number,
  max: number,
  only: readonly string[] = [],
): Promise<Changes> {
  const [head, behind, items, users, store] = await read(redis, {
    log: keys.libraryChanges(userId),
    saved: keys.reading(userId),
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    collections: keys.collections(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
    userId,
    since,
    max,
    characters: charactersAtOnce,
    only: [...only],
  });
  const authors = authorsById(users);
  const changes: Changes['changes'] = [];
  let [upTo, unpacked] = [since, 0];
  for (const [uuid, revision, json, place, copy, highlights, collections, comments, progress, link] of items) {
    unpacked += unpackedLength(copy);
    // The rest is read by the next call: unpacked, a copy may be a thousand times as long.
    if (changes.length > 0 && unpacked > unpackedAtOnce) break;
    const note = json === '' ? undefined : StoredLiveNote.parse(json);
    const author = note && authors.get(note.authorId);
    const isMine = note && (note.authorId === userId || author !== undefined);
    if (copy.length > longCopy) await turn();
    const had = isMine && {
      ...{
        note,
        author,
        reading: placeOf(place),
        progress,
        copy: copyFrom(copy),
        highlights,
        collections,
        comments,
        link,
      },
    };
    changes.push({ uuid, had: had || undefined });
    upTo = revision;
  }
  return {
    ...{ changes, upTo, head },
    behind: behind + items.length - changes.length,
    store: `${store || (await storeId(redis))} ${userId}`,
  };
}

/** How many bytes of copies one call unpacks, apart from the first copy. */
const unpackedAtOnce = 16 * 2 ** 20;
/** In characters. */
const longCopy = 50_000;

/** The unpacked length of a packed copy, from the end of its gzip data. */
function unpackedLength(copy: string): number {
  const end = Buffer.from(copy.slice(-12), 'base64');
  return end.length < 4 ? 0 : end.readUInt32LE(end.length - 4);
}

/** An unreadable copy counts as missing, so that the rest of the library stays usable. */
function copyFrom(stored: string): Copy | undefined {
  try {
    return stored === '' ? undefined : StoredCopy.parse(stored);
  } catch {
    return undefined;
  }
}

function placeOf(place: z.output<typeof Place>): LibraryNote['reading'] {
  if (place.length === 0) return undefined;
  const [state, savedAt, changedAt, progress, star] = place;
  const time = (millis: string) => new Date(Number(millis)).toISOString();
  return {
    ...ReadingPlace.parse({ state: state || null, progress: Number(progress), favourite: star === 1 }),
    savedAt: time(savedAt),
    changedAt: time(changedAt),
  };
}
