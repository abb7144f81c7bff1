import { z } from 'zod';
import { Highlight } from '../../model/highlight.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { StoredLiveNote } from '../../../notes/server/store/stored-note.ts';

const StoredHighlight = jsonOf(Highlight);

/** Lua: the note under KEYS[1] if ARGV[1] wrote it and it has a link: only such a note has a copy. */
const ownNote = `
  local json = redis.call('GET', KEYS[1])
  local note = json and cjson.decode(json)
  local own = note and not note.deletedAt and note.authorId == ARGV[1] and type(note.url) == 'string'
`;

/** KEYS note, highlights. ARGV author. Gives the note and its highlights; nothing where it is not theirs. */
const read = numberedRead(
  `
  ${ownNote}
  if not own then return {} end
  return { json, redis.call('HVALS', KEYS[2]) }
  `,
  z.union([z.tuple([StoredLiveNote, z.array(StoredHighlight)]), z.tuple([])]),
);

/** What a person highlighted in the copy of their note; undefined for a note that is not theirs or has no link. */
export async function readHighlights(redis: Redis, noteUuid: string, userId: string) {
  const found = await read(redis, [keys.note(noteUuid), keys.highlights(noteUuid)], [userId]);
  return found.length === 0 ? undefined : { note: found[0], highlights: found[1] };
}

/** KEYS note, highlights, copy. ARGV author, id, JSON, the most of them. */
const add = numberedWrite(
  `
  ${ownNote}
  if not own or redis.call('EXISTS', KEYS[3]) == 0 then return 'no-copy' end
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then return 'full' end
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
  return 'added'
  `,
  z.enum(['no-copy', 'full', 'added']),
);

export async function addHighlight(redis: Redis, noteUuid: string, userId: string, highlight: Highlight) {
  const names = [keys.note(noteUuid), keys.highlights(noteUuid), keys.copy(noteUuid)];
  return add(redis, names, [userId, highlight.id, toStored(highlight), limits.highlight.perCopy]);
}

/** KEYS note, highlights. ARGV author, id, comment, now. Gives the changed one, or empty text where there is none. */
const change = numberedWrite(
  `
  ${ownNote}
  local stored = own and redis.call('HGET', KEYS[2], ARGV[2])
  if not stored then return '' end
  local highlight = cjson.decode(stored)
  highlight.comment, highlight.updatedAt = ARGV[3], ARGV[4]
  local changed = cjson.encode(highlight)
  redis.call('HSET', KEYS[2], ARGV[2], changed)
  return changed
  `,
  z.union([z.literal('').transform(() => undefined), StoredHighlight]),
);

/** Puts another comment to a highlight. Undefined where this person has none of this id there. */
export async function commentHighlight(
  redis: Redis,
  noteUuid: string,
  userId: string,
  { id, comment, now }: { id: string; comment: string; now: Date },
): Promise<Highlight | undefined> {
  const args = [userId, id, comment.toWellFormed(), now.toISOString()];
  return change(redis, [keys.note(noteUuid), keys.highlights(noteUuid)], args);
}

/** KEYS note, highlights. ARGV author, id. */
const remove = numberedWrite(
  `
  ${ownNote}
  return own and redis.call('HDEL', KEYS[2], ARGV[2]) or 0
  `,
  z.int(),
);

/** False where this person has no such highlight. */
export async function removeHighlight(redis: Redis, noteUuid: string, userId: string, id: string): Promise<boolean> {
  return (await remove(redis, [keys.note(noteUuid), keys.highlights(noteUuid)], [userId, id])) === 1;
}

/**
 * KEYS the person's notes. ARGV prefixes of notes and highlights, the rank to begin at, the most notes to give. Gives
 * the rank to go on at (-1 at the end), notes, and the highlights of each. Notes without any cost one look each.
 */
const list = numberedRead(
  `
  local notePrefix, prefix, from, limit = unpack(ARGV)
  local notes, highlights = {}, {}
  local rank = tonumber(from)
  while true do
    local uuids = redis.call('ZREVRANGE', KEYS[1], rank, rank + 499)
    if #uuids == 0 then return { -1, notes, highlights } end
    for _, uuid in ipairs(uuids) do
      rank = rank + 1
      local found = redis.call('HVALS', prefix .. uuid)
      if #found > 0 then
        table.insert(notes, redis.call('GET', notePrefix .. uuid))
        table.insert(highlights, found)
        if #notes == tonumber(limit) then return { rank, notes, highlights } end
      end
    end
  end
  `,
  z.tuple([z.int(), z.array(StoredLiveNote), z.array(z.array(StoredHighlight))]),
);

/** The next notes of a person, newest first, in whose copies they highlighted something. `next` is null at the end. */
export async function listHighlights(redis: Redis, userId: string, { from, limit }: { from: number; limit: number }) {
  const args = [keys.note(''), keys.highlights(''), from, limit];
  const [next, notes, highlights] = await list(redis, [keys.authorNotes(userId)], args);
  return {
    notes: notes.map((note, index) => ({ note, highlights: highlights[index] ?? [] })),
    next: next < 0 ? null : next,
  };
}
