import * as z from 'zod';
import type { Comment, CommentVersion } from '../../model/thread.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, luaFunction, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { type CommentWritten, StoredComment, threadParts } from './add-comment.ts';

/** Gives a stored comment, decoded, and its note, if that exists; or why the comment cannot be changed. */
const openComment: LuaPart = {
  body: `
    local function openComment(id, expected)
      local json = redis.call('GET', ${luaKey(keys.comment, 'id')})
      local comment = json and cjson.decode(json)
      if not comment or type(comment.deletedAt) == 'string' then return nil, nil, { 'missing' } end
      if expected ~= 'any' and comment.rev ~= tonumber(expected) then return nil, nil, { 'stale', json } end
      local noteJson = redis.call('GET', ${luaKey(keys.note, 'comment.noteUuid')})
      return comment, noteJson and cjson.decode(noteJson)
    end
  `,
};

/** The reply of changing and deleting. */
export const CommentOutcome = z.union([
  z.tuple([z.literal('written'), z.int().nullable()]),
  z.tuple([z.literal('stale'), z.string()]),
  z.tuple([z.literal('locked'), z.string()]),
  z.tuple([z.literal('missing')]),
]);

/**
 * Replaces a comment by its next revision. `version` is the JSON of the earlier version to keep, or empty if the text
 * stays: new text is refused if a moderator has locked the thread.
 */
export const commentWriting = luaFunction('replaceComment', {
  uses: [threadParts, openComment],
  args: ['json', 'expected', 'version'],
  body: `
    local comment = cjson.decode(json)
    local before, note, refused = openComment(comment.id, expected)
    if not before then return refused end
    if version ~= '' and note and note.locked then return { 'locked', note.locked.reason } end
    checkThread(comment)

    redis.call('SET', ${luaKey(keys.comment, 'comment.id')}, json)
    if version ~= '' then
      local edits = ${luaKey(keys.edits, 'comment.id')}
      redis.call('LPUSH', edits, version)
      redis.call('LTRIM', edits, 0, ${limits.comment.history - 1})
    end
    placeComment(comment)
    return logComments(note, comment, { comment.id })
  `,
});

const replace = writeScript({
  uses: [commentWriting.part],
  args: ['...write'],
  returns: CommentOutcome,
  body: `return replaceComment(unpack(write))`,
});

/** The arguments with which `replaceComment` replaces the previous revision by `next`. */
export function commentWrite(next: Comment, before?: CommentVersion): string[] {
  return commentWriting.pack({
    json: toStored(next),
    expected: next.rev - 1,
    version: before ? toStored(before) : '',
  });
}

/**
 * A comment with replies leaves the given tombstone in its place. Any other is removed without a trace, together with the
 * tombstones above it that have no replies left.
 */
const remove = writeScript({
  uses: [threadParts, openComment],
  keys: ['commentKey', 'thread', 'authorComments', 'edits', 'voters', 'replies', 'keptKey'],
  args: ['id', 'tombstone', 'keptSeconds'],
  returns: CommentOutcome,
  body: `
    local comment, note, refused = openComment(id, 'any')
    if not comment then return refused end
    checkThread(comment)
    local answered, ids = redis.call('SCARD', replies) > 0, { id }
    local kept = { comments = { redis.call('GET', commentKey) }, edits = redis.call('LRANGE', edits, 0, -1), votes = {} }

    redis.call('ZREM', authorComments, id)
    for _, voter in ipairs(redis.call('SMEMBERS', voters)) do
      table.insert(kept.votes, { voter, redis.call('ZSCORE', ${luaKey(keys.votes, 'voter')}, id) or '0' })
      redis.call('ZREM', ${luaKey(keys.votes, 'voter')}, id)
    end
    redis.call('DEL', edits, voters)
    local gone = not answered and comment or nil
    if answered then redis.call('SET', commentKey, tombstone) end
    while gone do
      redis.call('DEL', ${luaKey(keys.comment, 'gone.id')})
      redis.call('ZREM', thread, gone.path)
      local above = type(gone.parent) == 'string' and gone.parent
      gone = nil
      if above then
        redis.call('SREM', ${luaKey(keys.replies, 'above')}, ids[#ids])
        local json = redis.call('GET', ${luaKey(keys.comment, 'above')})
        local parent = json and cjson.decode(json)
        if parent and type(parent.deletedAt) == 'string' and redis.call('SCARD', ${luaKey(keys.replies, 'above')}) == 0 then
          gone = parent
          table.insert(ids, above)
          table.insert(kept.comments, json)
        end
      end
    end
    placeComment(cjson.decode(tombstone))
    if tonumber(keptSeconds) > 0 then redis.call('SET', keptKey, cjson.encode(kept), 'EX', keptSeconds) end
    return logComments(note, comment, ids)
    `,
});

export type NotChanged =
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'stale'; current: Comment }
  | { ok: false; reason: 'locked'; because: string };

/**
 * Replaces the stored revision, whose `rev` must be one less. `before` is kept as an earlier version; hiding and showing
 * a comment keeps none.
 */
export async function replaceComment(
  redis: Redis,
  next: Comment,
  before?: CommentVersion,
): Promise<CommentWritten | NotChanged> {
  return outcomeOf(await replace(redis, { write: commentWrite(next, before) }));
}

/**
 * Deletes a comment, whichever revision it has. The tombstone stays only if there are replies. What was deleted is kept
 * for `keptSeconds`, so that it can be restored.
 */
export async function deleteComment(
  redis: Redis,
  tombstone: Comment,
  keptSeconds = 0,
): Promise<CommentWritten | NotChanged> {
  const { id, noteUuid, authorId } = tombstone;
  const reply = await remove(redis, {
    commentKey: keys.comment(id),
    thread: keys.thread(noteUuid),
    authorComments: keys.authorComments(authorId),
    edits: keys.edits(id),
    voters: keys.voters(id),
    replies: keys.replies(id),
    keptKey: keys.deletedComment(id),
    id,
    tombstone: toStored(tombstone),
    keptSeconds,
  });
  return outcomeOf(reply);
}

function outcomeOf([outcome, detail]: z.infer<typeof CommentOutcome>): CommentWritten | NotChanged {
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'stale') return { ok: false, reason: 'stale', current: StoredComment.parse(detail) };
  if (outcome === 'locked') return { ok: false, reason: 'locked', because: detail };
  return { ok: false, reason: 'missing' };
}
