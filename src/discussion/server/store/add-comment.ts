import { z } from 'zod';
import type { Comment } from '../../model/comment.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { sentOnce } from '../../../notes/server/store/note-parts.ts';
import type { Once } from '../../../notes/server/store/write-note.ts';
import { StoredComment, threadParts } from './thread-parts.ts';

/**
 * `above` is an answer's parent and its replies. Gives the new head revision, or why nothing was written: the same key
 * wrote a comment before, which comes along with 1 where that call said the same (`repeated`); the note is missing (or
 * not this author's to read), deleted, unpublished or locked (with the reason); the parent is missing (or of another
 * note) or gone.
 */
const add = writeScript({
  uses: [sentOnce, threadParts],
  keys: ['noteKey', 'commentKey', 'thread', 'authorComments', 'sent', '...above'],
  args: ['json', 'said'],
  returns: z.union([
    z.tuple([z.literal('written'), z.int()]),
    z.tuple([z.literal('locked'), z.string()]),
    z.tuple([z.literal('repeated'), StoredComment, z.union([z.literal(0), z.literal(1)])]),
    z.tuple([z.enum(['missing', 'deleted', 'unpublished', 'parent-missing', 'parent-gone', 'exists'])]),
  ]),
  body: `
    local repeated = sentBefore(sent, said, '${keys.comment('')}')
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
    rememberSent(sent, said, comment.id)
    return logComments(note, comment, { comment.id })
    `,
});

/** `revision`: the head that the write raised, or null when nobody but the note's author reads the thread. */
export type CommentWritten = { ok: true; revision: number | null };
/**
 * `repeated`: a call with the same idempotency key wrote `before`; `same`: it said the same. `because` is why a
 * moderator has closed the thread.
 */
export type NotAdded =
  | { ok: false; reason: 'repeated'; before: Comment; same: boolean }
  | { ok: false; reason: 'missing' | 'deleted' | 'unpublished' | 'parent-missing' | 'parent-gone' }
  | { ok: false; reason: 'locked'; because: string };

/**
 * Writes a new comment into its thread in one step, if its note and its parent are still there to be answered. Within a day
 * the key of a call that may be sent again writes one.
 */
export async function addComment(redis: Redis, comment: Comment, once?: Once): Promise<CommentWritten | NotAdded> {
  const { id, parent, authorId, noteUuid } = comment;
  const [outcome, detail, same] = await add(redis, {
    noteKey: keys.note(noteUuid),
    commentKey: keys.comment(id),
    thread: keys.thread(noteUuid),
    authorComments: keys.authorComments(authorId),
    sent: keys.sentComment(authorId, once?.key ?? ''),
    above: parent === null ? [] : [keys.comment(parent), keys.replies(parent)],
    json: toStored(comment),
    said: once?.said ?? '',
  });
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'repeated') return { ok: false, reason: outcome, before: detail, same: same === 1 };
  if (outcome === 'locked') return { ok: false, reason: outcome, because: detail };
  if (outcome === 'exists') throw new Error(`Comment ${id} exists.`);
  return { ok: false, reason: outcome };
}
