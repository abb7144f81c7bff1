import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { StoredNote } from './note-parts.ts';

/** A tag of a person's own notes, and how many of them have it, in every state. */
export const OwnTag = z.object({ tag: z.string(), notes: z.int().positive() });
export type OwnTag = z.infer<typeof OwnTag>;

/** Jumps from the first note of one tag to the first of the next, so its cost grows with the tags, not with the notes. */
const count = readScript({
  keys: ['authorTags'],
  returns: z.array(z.tuple([z.string(), z.int()]).transform(([tag, notes]): OwnTag => ({ tag, notes }))),
  body: `
    local tags, from = {}, '-'
    while true do
      local member = redis.call('ZRANGEBYLEX', authorTags, from, '+', 'LIMIT', 0, 1)[1]
      if not member then return tags end
      local tag = string.match(member, '^(.*):')
      from = '(' .. tag .. ';'
      tags[#tags + 1] = { tag, redis.call('ZLEXCOUNT', authorTags, '[' .. tag .. ':', from) }
    end
    `,
});

/** The tags of all of a person's notes, sorted by their bytes, in one round trip. */
export function countOwnTags(redis: Redis, userId: string): Promise<OwnTag[]> {
  return count(redis, { authorTags: keys.authorTags(userId) });
}

/** The maximum size of the notes that are returned with their uuids. */
const maxBytes = 4 * 1024 * 1024;
const Found = z.union([z.literal('').transform(() => undefined), StoredNote]);

const find = readScript({
  keys: ['authorTags'],
  args: ['tag', 'after', 'limit', 'along'],
  returns: z.tuple([z.array(z.string()), z.array(Found)]),
  body: `
    local found, last = {}, string.sub(after, #tag + 1, #tag + 1)
    local function add(first, stop)
      if last ~= '' and last ~= first then return end
      local from = last == first and '(' .. after or '[' .. tag .. first
      last = ''
      local most = tonumber(limit) - #found
      if most <= 0 then return end
      for _, member in ipairs(redis.call('ZRANGEBYLEX', authorTags, from, '(' .. tag .. stop, 'LIMIT', 0, most)) do
        found[#found + 1] = member
      end
    end
    add('/', '0')
    add(':', ';')
    local notes, seen, bytes = {}, {}, 0
    for _, member in ipairs(found) do
      local uuid = string.match(member, '[^:]*$')
      if not seen[uuid] and #notes < tonumber(along) then
        seen[uuid] = true
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')}) or ''
        bytes = bytes + #json
        if bytes > ${maxBytes} then return { found, {} } end
        notes[#notes + 1] = json
      end
    end
    return { found, notes }
    `,
});

/**
 * The uuids of a person's notes with a tag or one below it, in every state, each once, from at most `limit` entries of
 * the index, in one round trip. `next`: the value of `after` for the next page, or null. The first `read` notes are
 * returned too, unless they are too large for one answer.
 */
export async function notesTagged(
  redis: Redis,
  userId: string,
  { tag, after = '', limit, read }: { tag: string; after?: string | undefined; limit: number; read: number },
) {
  const [members, notes] = await find(redis, { authorTags: keys.authorTags(userId), tag, after, limit, along: read });
  const uuids = members.map((member) => member.slice(member.lastIndexOf(':') + 1));
  const next = members.length < limit ? null : (members.at(-1) ?? null);
  return { uuids: [...new Set(uuids)], next, ...(notes.length > 0 && { first: notes }) };
}
