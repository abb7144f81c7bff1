import type { Redis } from '../../../platform/server/store/redis.ts';
import * as z from 'zod';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { isPublic, StoredNote, withoutText } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/**
 * Texts of up to this many bytes together are read. A note whose text does not fit is read without it if it was edited since
 * the published build, and otherwise left out: a vote or a comment changes no text, and the build's index has the right one.
 */
const textBytes = 1_000_000;

const read = readScript({
  uses: [isPublic, withoutText],
  fixed: { publishedKey: keys.published, changes: keys.changes },
  args: ['limit', 'known'],
  returns: z.union([
    z.tuple([z.string()]),
    z.tuple([z.string(), z.array(z.tuple([StoredNote, StoredUser.nullable()]))]),
  ]),
  body: `
    local published = redis.call('GET', publishedKey)
    local state = published and cjson.decode(published)
    local from, at = state and state.revision or 0, state and state.at or ''
    local last = redis.call('ZRANGE', changes, '+inf', '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, 1, 'WITHSCORES')
    local version = table.concat({ from, unpack(last) }, ' ')
    if version == known then return { version } end
    local found, kept, bytes = {}, {}, 0
    local members = redis.call('ZRANGE', changes, '+inf', '(' .. from, 'BYSCORE', 'REV', 'LIMIT', 0, limit)
    local function add(json, note)
      table.insert(found, { json, redis.call('GET', ${luaKey(keys.user, 'note.authorId')}) })
    end
    local function fits(json)
      if bytes + #json > ${textBytes} then return false end
      bytes = bytes + #json
      return true
    end
    for _, member in ipairs(members) do
      local uuid = string.match(member, '^note:(.+)$')
      local json = uuid and redis.call('GET', ${luaKey(keys.note, 'uuid')})
      if json then
        local rest = withoutText(json)
        local note = cjson.decode(rest)
        if not isPublic(note) then add(rest, note)
        elseif note.updatedAt < at then table.insert(kept, { json, note })
        else add(fits(json) and json or rest, note) end
      end
    end
    -- Edited texts come first: many votes for old notes leave them in the answer.
    for _, each in ipairs(kept) do
      if fits(each[1]) then add(unpack(each)) end
    end
    return { version, found }
    `,
});

type ChangedNote = { note: Note | DeletedNote; author: Author | undefined };

/**
 * The notes changed since the published build, at most `limit`, the latest, in one consistent read. `version`
 * changes with them; if it still equals `known`, the store returns only that.
 */
export async function changedSincePublished(
  redis: Redis,
  limit: number,
  known: string,
): Promise<{ version: string; changed?: ChangedNote[] }> {
  const [version, rows] = await read(redis, { limit, known });
  return {
    version,
    ...(rows && { changed: rows.map(([note, user]) => ({ note, author: user ? authorOf(user) : undefined })) }),
  };
}
