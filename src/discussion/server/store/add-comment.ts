import { keys } from '../../../platform/server/store/keys.ts';
import { millis, recordPersonChange } from '../../../platform/server/store/script-parts.ts';
import { luaKey, type LuaPart, writeScript } from '../../../platform/server/store/script.ts';
import { rankNote } from '../../../notes/server/store/note-indexes.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { recordChange, idempotentCall } from '../../../notes/server/store/note-parts.ts';
import { Comment, CommentVersion } from '../../model/thread.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import * as z from 'zod';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { Idempotency } from '../../../notes/server/store/write-note.ts';

const thread = luaKey(keys.thread, 'comment.noteUuid');
const times = luaKey(keys.threadTimes, 'comment.noteUuid');
const authors = luaKey(keys.threadAuthors, 'comment.noteUuid');
const votes = luaKey(keys.threadVotes, 'comment.noteUuid');
const logged = luaKey(keys.threadChanges, 'comment.noteUuid');
const ofAuthor = luaKey(keys.authorComments, 'comment.authorId');
const shownOfAuthor = luaKey(keys.authorPublicComments, 'comment.authorId');

/**
 * `placeComment(comment)` puts a decoded comment where readers find it: in the orders of its thread, in the list of its
 * author, and in the counts of its note. A hidden or deleted one is removed there. It records the change in its author's
 * library. `logComments` records that these comments changed, in the change log and in that of the thread, if anyone may
 * read the note, and gives the script's reply. `checkThread` fails before any write if a key holds another type.
 */
export const threadParts: LuaPart = {
  uses: [millis, recordChange, recordPersonChange, rankNote, libraryChanged],
  fixed: { changes: keys.changes, publicNotes: keys.publicNotes },
  body: `
    local function checkThread(comment)
      local indexes = { ${[thread, times, votes, authors, logged, ofAuthor, shownOfAuthor].join(', ')}, changes, publicNotes }
      for _, index in ipairs(indexes) do redis.call('ZCARD', index) end
      redis.call('SCARD', ${luaKey(keys.voters, 'comment.id')})
      checkLibrary(comment.authorId)
      checkRanking('comments', comment.noteUuid)
    end
    local function placeComment(comment)
      local id, uuid = comment.id, comment.noteUuid
      local isShown = type(comment.deletedAt) ~= 'string' and not comment.hidden
      local createdAt = isShown and millis(comment.createdAt)
      if createdAt then
        redis.call('ZADD', ${times}, createdAt, id)
        redis.call('ZADD', ${votes}, redis.call('SCARD', ${luaKey(keys.voters, 'id')}), id)
        redis.call('ZADD', ${authors}, 0, comment.authorId .. ':' .. id)
      else
        redis.call('ZREM', ${times}, id)
        redis.call('ZREM', ${votes}, id)
        redis.call('ZREM', ${authors}, comment.authorId .. ':' .. id)
      end
      libraryChanged(comment.authorId, { uuid })
      rankNote('comments', uuid)
      local was = redis.call('ZREM', ${shownOfAuthor}, id) == 1
      local is = createdAt and redis.call('ZSCORE', publicNotes, uuid)
      if is then redis.call('ZADD', ${shownOfAuthor}, createdAt, id) end
      if was or is then recordPersonChange(comment.authorId) end
    end
    local function logComments(note, comment, ids)
      local revision = note and recordChange(note)
      if revision then
        for _, id in ipairs(ids) do redis.call('ZADD', ${logged}, revision, id) end
      end
      return { 'written', revision }
    end
  `,
};

export const StoredComment = jsonOf(Comment);

export const StoredVersion = jsonOf(CommentVersion);

/**
 * `above` is the parent of a reply and its replies. Returns the new head revision, or why nothing was written: a call
 * with the same key wrote a comment before, which is returned with 1 if that call had the same content (`repeated`); the
 * note is missing (or not readable by this author), deleted, unpublished or locked (with the reason); the parent is
 * missing (or of another note) or gone.
 */
const add = writeScript({
  uses: [idempotentCall, threadParts],
  keys: ['noteKey', 'commentKey', 'thread', 'authorComments', 'sent', '...above'],
  args: ['json', 'bodyDigest'],
  returns: z.union([
    z.tuple([z.literal('written'), z.int()]),
    z.tuple([z.literal('locked'), z.string()]),
    z.tuple([z.literal('repeated'), StoredComment, z.union([z.literal(0), z.literal(1)])]),
    z.tuple([z.enum(['missing', 'deleted', 'unpublished', 'parent-missing', 'parent-gone', 'exists'])]),
  ]),
  body: `
    local repeated = repeatedCall(sent, bodyDigest, '${keys.comment('')}')
    if repeated then return repeated end
    local comment = cjson.decode(json)
    local stored = redis.call('GET', noteKey)
    local note = stored and cjson.decode(stored)
    if not note then return { 'missing' } end
    if note.deletedAt then return { 'deleted' } end
    if not isPublished(note) then return { note.authorId == comment.authorId and 'unpublished' or 'missing' } end
    if note.locked then return { 'locked', note.locked.reason } end
    local parentKey, replies = above[1], above[2]
    if parentKey then
      local parent = redis.call('GET', parentKey)
      parent = parent and cjson.decode(parent)
      if not parent or parent.noteUuid ~= comment.noteUuid then return { 'parent-missing' } end
      if type(parent.deletedAt) == 'string' or parent.hidden then return { 'parent-gone' } end
    end
    if redis.call('EXISTS', commentKey) == 1 then return { 'exists' } end
    checkThread(comment)
    if replies then redis.call('SCARD', replies) end

    redis.call('SET', commentKey, json)
    redis.call('ZADD', thread, 0, comment.path)
    redis.call('ZADD', authorComments, millis(comment.createdAt), comment.id)
    placeComment(comment)
    if replies then redis.call('SADD', replies, comment.id) end
    rememberCall(sent, bodyDigest, comment.id)
    return logComments(note, comment, { comment.id })
    `,
});

/** `revision`: the new head revision, or null if only the note's author can read the thread. */
export type CommentWritten = { ok: true; revision: number | null };
/**
 * `repeated`: a call with the same idempotency key wrote `before`; `same`: whether it had the same content. `because` is
 * why a moderator has locked the thread.
 */
export type NotAdded =
  | { ok: false; reason: 'repeated'; before: Comment; same: boolean }
  | { ok: false; reason: 'missing' | 'deleted' | 'unpublished' | 'parent-missing' | 'parent-gone' }
  | { ok: false; reason: 'locked'; because: string };

/**
 * Writes a new comment into its thread in one step, if its note and its parent still accept replies. The key of a call
 * that may be repeated writes one comment only, for 30 days.
 */
export async function addComment(
  redis: Redis,
  comment: Comment,
  once?: Idempotency,
): Promise<CommentWritten | NotAdded> {
  const { id, parent, authorId, noteUuid } = comment;
  const [outcome, detail, same] = await add(redis, {
    noteKey: keys.note(noteUuid),
    commentKey: keys.comment(id),
    thread: keys.thread(noteUuid),
    authorComments: keys.authorComments(authorId),
    sent: keys.sentOther(authorId, 'comment', once?.key ?? ''),
    above: parent === null ? [] : [keys.comment(parent), keys.replies(parent)],
    json: toStored(comment),
    bodyDigest: once?.bodyDigest ?? '',
  });
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'repeated') return { ok: false, reason: outcome, before: detail, same: same === 1 };
  if (outcome === 'locked') return { ok: false, reason: outcome, because: detail };
  if (outcome === 'exists') throw new Error(`Comment ${id} exists.`);
  return { ok: false, reason: outcome };
}
