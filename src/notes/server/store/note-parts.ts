import { hash } from 'node:crypto';
import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import { type LuaPart, readScript, luaKey, writeScript } from '../../../platform/server/store/script.ts';
import * as z from 'zod';
import { DeletedNote, Note } from '../../model/note.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { linkDigest } from '../link-digest.ts';
import type { PagePictures } from '../../../pictures/model/picture.ts';
import { librariesChanged } from './library-changes.ts';

/** What is stored under a note's key: the note, or the remains of a deleted one. */
export const StoredNote = jsonOf(z.union([Note, DeletedNote]));

export const StoredLiveNote = jsonOf(Note);

/** Whether anyone who has the address may read a decoded note, like isPublished of the model. */
export const isPublished: LuaPart = {
  body: `
    local function isPublished(note)
      return not note.deletedAt and not note.hidden and (note.visibility == 'public' or note.visibility == 'unlisted')
    end
  `,
};

/** Adds a person's JSON to a list once, however many of their notes are in it. */
export const addAuthor: LuaPart = {
  body: `
    local hasAuthor = {}
    local function addAuthor(users, id)
      local user = not hasAuthor[id] and redis.call('GET', ${luaKey(keys.user, 'id')})
      if user then table.insert(users, user) end
      hasAuthor[id] = true
    end
  `,
};

/** Whether everyone can find a decoded note, like isPublic of the model. */
export const isPublic: LuaPart = {
  body: `
    local function isPublic(note)
      return not note.deletedAt and not note.hidden and note.visibility == 'public'
    end
  `,
};

/**
 * `withoutText(json)` gives the JSON of a note with an empty text, which takes a fifth of the time to decode or digest. The
 * digest still changes with the text, since the revision is in the rest. A text cannot contain the patterns searched for:
 * JSON puts a backslash before its quotation marks.
 */
export const withoutText: LuaPart = {
  body: `
    local function withoutText(json)
      local from = string.find(json, '"body":"', 1, true)
      local to = from and string.find(json, '","tags":[', from + 8, true)
      return to and string.sub(json, 1, from + 7) .. string.sub(json, to) or json
    end
  `,
};

/** `withParents(tags)` gives these tags and those that they are nested in, each once, as withParents of the model does. */
export const parentTags: LuaPart = {
  body: `
    local function withParents(tags)
      local all, seen = {}, {}
      for _, tag in ipairs(tags) do
        while tag and not seen[tag] do
          seen[tag] = true
          all[#all + 1] = tag
          tag = string.match(tag, '^(.*)/')
        end
      end
      return all
    end
  `,
};

/**
 * Adds a note that anyone may read to the change log, and returns the new head revision; false for a note that only its
 * author may read.
 */
export const recordChange: LuaPart = {
  uses: [isPublished],
  fixed: { head: keys.head, changes: keys.changes },
  body: `
    local function recordChange(note)
      if not isPublished(note) then return false end
      local revision = redis.call('INCR', head)
      redis.call('ZADD', changes, revision, '${changeOf.note('')}' .. note.uuid)
      return revision
    end
  `,
};

/** How long a call with an idempotency key may be repeated. */
const sentSeconds = 30 * 24 * 60 * 60;

/**
 * Remembers what a call with an idempotency key wrote, with a digest of its body (`bodyDigest`; empty if the call has no
 * key). `repeatedCall` gives a script's reply to a repeated call, or nil.
 */
export const idempotentCall: LuaPart = {
  body: `
    local function repeatedCall(sent, bodyDigest, prefix)
      local known = bodyDigest ~= '' and redis.call('GET', sent)
      if not known then return nil end
      local id, words = string.match(known, '^(%S+) (.*)$')
      local json = redis.call('GET', prefix .. id)
      if not json or type(cjson.decode(json).deletedAt) == 'string' then return nil end
      return { 'repeated', json, words == bodyDigest and 1 or 0 }
    end
    local function rememberCall(sent, bodyDigest, id)
      if bodyDigest ~= '' then redis.call('SET', sent, id .. ' ' .. bodyDigest, 'EX', ${sentSeconds}) end
    end
  `,
};

/** A note about a link, with its author and its number of comments. */
export type LinkNote = { note: Note; author: Author; comments: number };

/** For each index the notes' JSON, their authors' JSON and their numbers of comments. */
const read = readScript({
  keys: ['...indexes'],
  args: ['digest', 'limit'],
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
        local json = redis.call('GET', ${luaKey(keys.note, 'string.sub(member, #digest + 2)')})
        local note = json and cjson.decode(json)
        local user = note and note.authorId and redis.call('GET', ${luaKey(keys.user, 'note.authorId')})
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
 * Notes that were saved for this link, whatever the form of its address, newest first and at most `limit` each: public
 * notes, and a person's own ones in every state.
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

/**
 * The digest by which a person's notes are found when the same thing is saved again: of the link, or of the text of a note
 * without one. Digests of texts begin with a character that digests of links never contain.
 */
export function sameDigest({ url, title, body }: Pick<Note, 'url' | 'title' | 'body'>): string | undefined {
  if (url !== null) return linkDigest(url);
  return `=${hash('sha256', `${title}\n${body.trim()}`, 'base64url').slice(0, 22)}`;
}

/** Edits the stored JSON as text: within a note's own texts every quotation mark is escaped, so `,"pictures":` is the field. */
const put = writeScript({
  uses: [recordChange, librariesChanged],
  keys: ['noteKey', 'binnedKey'],
  fixed: { changes: keys.changes },
  args: ['url', 'pictures'],
  returns: z.int().nullable(),
  body: `
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    local isBinned = note and note.deletedAt
    if isBinned then
      stored = redis.call('GET', binnedKey)
      note = stored and cjson.decode(stored)
    end
    if not note or url ~= '' and note.url ~= url then return false end
    checkLibrary(note.authorId)
    redis.call('ZCARD', changes)
    local without = string.gsub(stored, ',"pictures":%b{}', '', 1)
    local with = pictures == '' and without or string.sub(without, 1, -2) .. ',"pictures":' .. pictures .. '}'
    if isBinned then
      redis.call('SET', binnedKey, with)
      return false
    end
    local revision = recordChange(note)
    redis.call('SET', noteKey, with)
    librariesChanged(note)
    return revision
    `,
});

/**
 * Replaces the pictures of a note's page, or removes them, without a new revision of the note; also of a note in the bin.
 * `url` is the link that the pictures belong to: a note whose link has changed since stays as it is. Returns the head
 * revision if readers see a difference.
 */
export async function putPictures(
  redis: Redis,
  uuid: string,
  pictures: PagePictures | undefined,
  url?: string,
): Promise<number | null> {
  return put(redis, {
    noteKey: keys.note(uuid),
    binnedKey: keys.binned(uuid),
    url: url ?? '',
    pictures: pictures ? JSON.stringify(pictures) : '',
  });
}
