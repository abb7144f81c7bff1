import { z } from 'zod';
import { Highlight } from '../../model/highlight.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import type { LuaPart } from '../../../platform/server/store/script-text.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';

const StoredHighlight = jsonOf(Highlight);

/** Gives a note and its JSON, if this author wrote it and it has a link: only such a note has a copy. */
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

/** What a person highlighted in the copy of their note; undefined for a note that is not theirs or has no link. */
export async function readHighlights(redis: Redis, noteUuid: string, userId: string) {
  const found = await read(redis, { ...keysOf(noteUuid), userId });
  return found.length === 0 ? undefined : { note: found[0], highlights: found[1] };
}

const add = writeScript({
  uses: [ownNote, libraryChanged],
  keys: ['noteKey', 'highlights', 'copy'],
  args: ['userId', 'uuid', 'id', 'json', 'most'],
  returns: z.enum(['no-copy', 'full', 'added']),
  body: `
    if not ownNote(noteKey, userId) or redis.call('EXISTS', copy) == 0 then return 'no-copy' end
    checkLibrary(userId)
    if redis.call('HLEN', highlights) >= tonumber(most) then return 'full' end
    redis.call('HSET', highlights, id, json)
    libraryChanged(userId, { uuid })
    return 'added'
    `,
});

export async function addHighlight(redis: Redis, noteUuid: string, userId: string, highlight: Highlight) {
  return add(redis, {
    ...keysOf(noteUuid),
    copy: keys.copy(noteUuid),
    userId,
    uuid: noteUuid,
    id: highlight.id,
    json: toStored(highlight),
    most: limits.highlight.perCopy,
  });
}

/** Gives the changed one, or empty text where there is none. */
const change = writeScript({
  uses: [ownNote, libraryChanged],
  keys: ['noteKey', 'highlights'],
  args: ['userId', 'uuid', 'id', 'comment', 'now'],
  returns: z.union([z.literal('').transform(() => undefined), StoredHighlight]),
  body: `
    local stored = ownNote(noteKey, userId) and redis.call('HGET', highlights, id)
    if not stored then return '' end
    checkLibrary(userId)
    local highlight = cjson.decode(stored)
    highlight.comment, highlight.updatedAt = comment, now
    local changed = cjson.encode(highlight)
    redis.call('HSET', highlights, id, changed)
    libraryChanged(userId, { uuid })
    return changed
    `,
});

/** Puts another comment to a highlight. Undefined where this person has none of this id there. */
export async function commentHighlight(
  redis: Redis,
  noteUuid: string,
  userId: string,
  { id, comment, now }: { id: string; comment: string; now: Date },
): Promise<Highlight | undefined> {
  return change(redis, {
    ...keysOf(noteUuid),
    userId,
    uuid: noteUuid,
    id,
    comment: comment.toWellFormed(),
    now: now.toISOString(),
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

/** False where this person has no such highlight. */
export async function removeHighlight(redis: Redis, noteUuid: string, userId: string, id: string): Promise<boolean> {
  return (await remove(redis, { ...keysOf(noteUuid), userId, uuid: noteUuid, id })) === 1;
}

/**
 * Begins at the rank `from`, and gives the one to go on at (-1 at the end), notes, and the highlights of each. Notes
 * without any cost one look each.
 */
const list = readScript({
  keys: ['authorNotes'],
  args: ['from', 'most'],
  prefixes: { notePrefix: keys.note(''), highlightsPrefix: keys.highlights('') },
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(z.array(StoredHighlight))]),
  body: `
    local notes, highlights = {}, {}
    local rank = tonumber(from)
    while true do
      local uuids = redis.call('ZREVRANGE', authorNotes, rank, rank + 499)
      if #uuids == 0 then return { -1, notes, highlights } end
      for _, uuid in ipairs(uuids) do
        rank = rank + 1
        local found = redis.call('HVALS', highlightsPrefix .. uuid)
        if #found > 0 then
          table.insert(notes, redis.call('GET', notePrefix .. uuid))
          table.insert(highlights, found)
          if #notes == tonumber(most) then return { rank, notes, highlights } end
        end
      end
    end
    `,
});

/** The next notes of a person, newest first, in whose copies they highlighted something. `next` is null at the end. */
export async function listHighlights(redis: Redis, userId: string, { from, limit }: { from: number; limit: number }) {
  const [next, notes, highlights] = await list(redis, { authorNotes: keys.authorNotes(userId), from, most: limit });
  return {
    notes: notes.map((note, index) => ({ note, highlights: highlights[index] ?? [] })),
    next: next < 0 ? null : next,
  };
}
