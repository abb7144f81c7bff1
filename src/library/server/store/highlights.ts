import * as z from 'zod';
import { Highlight, type HighlightPatch } from '../../model/highlight.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, type LuaPart, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { StoredLiveNote, withoutText } from '../../../notes/server/store/note-parts.ts';

const StoredHighlight = jsonOf(Highlight);

/** Gives a note and its JSON, if this person wrote it and it has a link: only such a note has a copy. */
const ownNote: LuaPart = {
  body: `
    local function ownNote(noteKey, userId)
      local json = redis.call('GET', noteKey)
      local note = json and cjson.decode(json)
      if note and not note.deletedAt and note.authorId == userId and type(note.url) == 'string' then return note, json end
    end
  `,
};

const read = readScript({
  uses: [ownNote],
  keys: ['noteKey', 'highlights'],
  args: ['userId'],
  returns: z.union([z.tuple([StoredLiveNote, z.array(StoredHighlight)]), z.tuple([])]),
  body: `
    local note, json = ownNote(noteKey, userId)
    if not note then return {} end
    return { json, redis.call('HVALS', highlights) }
    `,
});

const keysOf = (noteUuid: string) => ({ noteKey: keys.note(noteUuid), highlights: keys.highlights(noteUuid) });

/** A person's highlights in the copy of their note; undefined for a note that is not theirs or has no link. */
export async function readHighlights(redis: Redis, noteUuid: string, userId: string) {
  const found = await read(redis, { ...keysOf(noteUuid), userId });
  return found.length === 0 ? undefined : { note: found[0], highlights: found[1] };
}

const readAll = readScript({
  keys: ['...names'],
  args: ['max'],
  returns: z.array(z.array(StoredHighlight)),
  body: `
    local found, size = {}, 0
    for at, name in ipairs(names) do
      local all = redis.call('HVALS', name)
      for _, json in ipairs(all) do size = size + #json end
      if at > 1 and size > tonumber(max) then break end
      found[at] = all
    end
    return found
    `,
});

/** The maximum number of characters of highlights in one round trip. */
const highlightsAtOnce = 2 * 2 ** 20;

/** The highlights in these notes' copies, in order, as many a round trip as fit. Does not check whose notes they are. */
export async function* readHighlightsOf(redis: Redis, noteUuids: readonly string[]): AsyncGenerator<Highlight[], void> {
  for (let from = 0; from < noteUuids.length;) {
    const names = noteUuids.slice(from).map(keys.highlights);
    const found = await readAll(redis, { names, max: highlightsAtOnce });
    yield* found;
    from += found.length;
  }
}

const add = writeScript({
  uses: [ownNote, libraryChanged],
  keys: ['noteKey', 'highlights', 'copy'],
  args: ['userId', 'uuid', 'id', 'json', 'max', 'restores'],
  returns: z.union([z.enum(['no-copy', 'full']), StoredHighlight]),
  body: `
    if not ownNote(noteKey, userId) then return 'no-copy' end
    if restores == '' and redis.call('EXISTS', copy) == 0 then return 'no-copy' end
    checkLibrary(userId)
    local known = redis.call('HGET', highlights, id)
    if known then return known end
    if redis.call('HLEN', highlights) >= tonumber(max) then return 'full' end
    redis.call('HSET', highlights, id, json)
    libraryChanged(userId, { uuid })
    return json
    `,
});

/**
 * Returns the highlight as stored: one with this id may have been added, and changed, before. One that is restored may lack
 * a copy, as an imported one does.
 */
export async function addHighlight(
  redis: Redis,
  noteUuid: string,
  userId: string,
  highlight: Highlight,
  { restores = false } = {},
) {
  return add(redis, {
    ...keysOf(noteUuid),
    copy: keys.copy(noteUuid),
    userId,
    uuid: noteUuid,
    id: highlight.id,
    json: toStored(highlight),
    max: limits.highlight.perCopy,
    restores: restores ? 'yes' : '',
  });
}

/** Returns the changed highlight, or an empty text if it is missing. An empty `review` or `now` leaves review or comment. */
const change = writeScript({
  uses: [ownNote, libraryChanged],
  keys: ['noteKey', 'highlights'],
  args: ['userId', 'uuid', 'id', 'comment', 'now', 'review'],
  returns: z.union([z.literal('').transform(() => undefined), StoredHighlight]),
  body: `
    local stored = ownNote(noteKey, userId) and redis.call('HGET', highlights, id)
    if not stored then return '' end
    checkLibrary(userId)
    local highlight = cjson.decode(stored)
    if now ~= '' then highlight.comment, highlight.updatedAt = comment, now end
    if review ~= '' then highlight.review = cjson.decode(review) end
    local changed = cjson.encode(highlight)
    redis.call('HSET', highlights, id, changed)
    if now ~= '' then libraryChanged(userId, { uuid }) end
    return changed
    `,
});

/** Changes a highlight's comment, or when it is reviewed. Undefined if this person has no such highlight there. */
export async function changeHighlight(
  redis: Redis,
  noteUuid: string,
  userId: string,
  { id, patch, now }: { id: string; patch: HighlightPatch; now: Date },
): Promise<Highlight | undefined> {
  const { comment, review } = patch;
  return change(redis, {
    ...keysOf(noteUuid),
    userId,
    uuid: noteUuid,
    id,
    comment: comment?.toWellFormed() ?? '',
    now: comment === undefined ? '' : now.toISOString(),
    review: review === undefined ? '' : JSON.stringify(review),
  });
}

const remove = writeScript({
  uses: [ownNote, libraryChanged],
  keys: ['noteKey', 'highlights'],
  args: ['userId', 'uuid', 'id'],
  returns: z.int(),
  body: `
    if not ownNote(noteKey, userId) then return 0 end
    checkLibrary(userId)
    local removed = redis.call('HDEL', highlights, id)
    if removed > 0 then libraryChanged(userId, { uuid }) end
    return removed
    `,
});

/** False if this person has no such highlight. */
export async function removeHighlight(redis: Redis, noteUuid: string, userId: string, id: string): Promise<boolean> {
  return (await remove(redis, { ...keysOf(noteUuid), userId, uuid: noteUuid, id })) === 1;
}

/**
 * Starts at the rank `from`. Returns the rank to continue at (-1 at the end), notes without their texts, and the
 * highlights of each, up to `bytes`. Notes without highlights cost one lookup each.
 */
const list = readScript({
  uses: [withoutText],
  keys: ['authorNotes'],
  args: ['from', 'max', 'bytes'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(z.array(StoredHighlight))]),
  body: `
    local notes, highlights, size, rank = {}, {}, 0, tonumber(from)
    while true do
      local uuids = redis.call('ZREVRANGE', authorNotes, rank, rank + 499)
      if #uuids == 0 then return { -1, notes, highlights } end
      for _, uuid in ipairs(uuids) do
        local found = redis.call('HVALS', ${luaKey(keys.highlights, 'uuid')})
        for _, json in ipairs(found) do size = size + #json end
        if #notes > 0 and #found > 0 and size > tonumber(bytes) then return { rank, notes, highlights } end
        rank = rank + 1
        if #found > 0 then
          table.insert(notes, withoutText(redis.call('GET', ${luaKey(keys.note, 'uuid')})))
          table.insert(highlights, found)
          if #notes == tonumber(max) then return { rank, notes, highlights } end
        end
      end
    end
    `,
});

/** A person's next notes, newest first, with highlights in their copies. `next` is null at the end. */
export async function listHighlights(redis: Redis, userId: string, { from, limit }: { from: number; limit: number }) {
  const at = { authorNotes: keys.authorNotes(userId), from, max: limit, bytes: highlightsAtOnce };
  const [next, notes, highlights] = await list(redis, at);
  return {
    notes: notes.map((note, index) => ({ note, highlights: highlights[index] ?? [] })),
    next: next < 0 ? null : next,
  };
}
