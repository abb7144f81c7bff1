import type { Redis } from '../../../platform/server/store/redis.ts';
import { z } from 'zod';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, readScript } from '../../../platform/server/store/script.ts';
import { StoredNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

const read = readScript({
  fixed: { publishedKey: keys.published, changes: keys.changes },
  args: ['limit'],
  returns: z.array(z.tuple([StoredNote, StoredUser.nullable()])),
  body: `
    local published = redis.call('GET', publishedKey)
    local from = published and cjson.decode(published).revision or 0
    local found = {}
    local members = redis.call('ZRANGE', changes, '+inf', '(' .. from, 'BYSCORE', 'REV', 'LIMIT', 0, limit)
    for _, member in ipairs(members) do
      local uuid = string.match(member, '^note:(.+)$')
      local note = uuid and redis.call('GET', ${luaKey(keys.note, 'uuid')})
      if note then
        table.insert(found, { note, redis.call('GET', ${luaKey(keys.user, 'cjson.decode(note).authorId')}) })
      end
    end
    return found
    `,
});

type ChangedNote = { note: Note | DeletedNote; author: Author | undefined };

/** The notes changed since the published build, latest change first, at most `limit`, in one consistent read. */
export async function changedSincePublished(redis: Redis, limit: number): Promise<ChangedNote[]> {
  const rows = await read(redis, { limit });
  return rows.map(([note, user]) => ({ note, author: user ? authorOf(user) : undefined }));
}
