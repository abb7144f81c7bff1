import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, luaKey } from '../../../platform/server/store/script.ts';
import type { Note } from '../../model/note.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { StoredLiveNote } from './note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { hash } from 'node:crypto';
import { normalUrl } from '../../../platform/model/url.ts';

/** A note about a link, and what is said about it. */
export type LinkNote = { note: Note; author: Author; comments: number };

/** For each index the notes' JSON, their authors' JSON and their numbers of comments. */
const read = readScript({
  keys: ['...indexes'],
  args: ['digest', 'limit'],
  prefixes: { notePrefix: keys.note(''), userPrefix: keys.user('') },
  returns: z.array(
    z.tuple([z.array(StoredLiveNote), z.array(StoredUser), z.array(z.int())]).transform(([notes, users, comments]) =>
      notes.flatMap((note, at): LinkNote[] => {
        const user = users[at];
        return user ? [{ note, author: authorOf(user), comments: comments[at] ?? 0 }] : [];
      }),
    ),
  ),
  body: `
    local found = {}
    for i, index in ipairs(indexes) do
      local notes, users, comments = {}, {}, {}
      local ofLink = { '(' .. digest .. ';', '[' .. digest .. ':' }
      for _, member in ipairs(redis.call('ZREVRANGEBYLEX', index, ofLink[1], ofLink[2], 'LIMIT', 0, limit)) do
        local json = redis.call('GET', notePrefix .. string.sub(member, #digest + 2))
        local note = json and cjson.decode(json)
        local user = note and note.authorId and redis.call('GET', userPrefix .. note.authorId)
        if user then
          table.insert(notes, json)
          table.insert(users, user)
          table.insert(comments, redis.call('ZCARD', ${luaKey(keys.threadTimes, 'note.uuid')}))
        end
      end
      found[i] = { notes, users, comments }
    end
    return found
    `,
});

/**
 * Who saved this link before, by any form of its address, newest first and at most `limit` each: public notes, and a
 * person's own ones in every state.
 */
export async function notesOfLink(
  redis: Redis,
  url: string,
  userId: string,
  limit: number,
): Promise<{ everyones: LinkNote[]; own: LinkNote[] }> {
  const digest = linkDigest(url);
  if (digest === undefined) return { everyones: [], own: [] };
  const indexes = [keys.publicLinks, keys.authorLinks(userId)];
  const [everyones = [], own = []] = await read(redis, { indexes, digest, limit });
  return { everyones, own };
}

/** What indexes hold in the place of a link: the same for all forms of one address. Undefined where it names no page. */
export function linkDigest(url: string): string | undefined {
  const normal = normalUrl(url);
  return normal && hash('sha256', normal, 'base64url').slice(0, 22);
}

/**
 * By what a person's notes are found when the same thing comes again: their link, or what a text says. A digest of a text
 * begins with a sign that no digest of a link has.
 */
export function sameDigest({ url, title, body }: Pick<Note, 'url' | 'title' | 'body'>): string | undefined {
  if (url !== null) return linkDigest(url);
  return `=${hash('sha256', `${title}\n${body.trim()}`, 'base64url').slice(0, 22)}`;
}
