import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, luaKey, readScript } from '../../../platform/server/store/script.ts';
import type { Comment } from '../../model/thread.ts';
import { StoredComment, threadParts, StoredVersion } from './add-comment.ts';
import { inBatches } from '../../../platform/server/store/stored.ts';
import { StoredLiveNote, StoredNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import type { Note } from '../../../notes/model/note.ts';

/**
 * Restores what was kept of a deleted comment: the comment as its next revision, the tombstones above it that were
 * removed with it, its earlier versions, and the votes of people who still exist.
 */
const restore = writeScript({
  uses: [threadParts],
  keys: ['keptKey', 'commentKey', 'edits', 'voters', 'authorComments'],
  args: ['id', 'userId'],
  returns: z.union([
    z.tuple([z.literal('written'), z.int().nullable(), StoredComment, z.int()]),
    z.tuple([z.literal('locked'), z.string()]),
    z.tuple([z.enum(['missing', 'parent-gone'])]),
  ]),
  body: `
    local json = redis.call('GET', keptKey)
    if not json then return { 'missing' } end
    local kept = cjson.decode(json)
    local comment = cjson.decode(kept.comments[1])
    local noteJson = redis.call('GET', ${luaKey(keys.note, 'comment.noteUuid')})
    local note = noteJson and cjson.decode(noteJson)
    if comment.authorId ~= userId or not note or note.deletedAt then return { 'missing' } end
    if not isPublished(note) and note.authorId ~= userId then return { 'missing' } end
    local standing = redis.call('GET', commentKey)
    local rev = standing and cjson.decode(standing).rev or comment.rev + 1
    if standing and type(cjson.decode(standing).deletedAt) ~= 'string' then return { 'missing' } end
    -- What it answered may be gone by now, with all that it answered.
    local outermost = cjson.decode(kept.comments[#kept.comments])
    if type(outermost.parent) == 'string' and redis.call('EXISTS', ${luaKey(keys.comment, 'outermost.parent')}) == 0 then
      return { 'missing' }
    end
    -- What a moderator closed or hid meanwhile takes this one as little as a new one.
    if note.locked then return { 'locked', note.locked.reason } end
    for _, each in ipairs(kept.comments) do
      local above = cjson.decode(each).parent
      local parent = type(above) == 'string' and redis.call('GET', ${luaKey(keys.comment, 'above')})
      if parent and cjson.decode(parent).hidden then return { 'parent-gone' } end
    end
    checkThread(comment)

    local ids = {}
    for at, each in ipairs(kept.comments) do
      local one = cjson.decode(each)
      local key = ${luaKey(keys.comment, 'one.id')}
      if at == 1 then
        each = string.gsub(each, '"rev":%d+', '"rev":' .. string.format('%d', rev + 1), 1)
        json, comment = each, cjson.decode(each)
      end
      if at == 1 or redis.call('EXISTS', key) == 0 then
        redis.call('SET', key, each)
        table.insert(ids, one.id)
      end
      redis.call('ZADD', ${luaKey(keys.thread, 'one.noteUuid')}, 0, one.path)
      if type(one.parent) == 'string' then redis.call('SADD', ${luaKey(keys.replies, 'one.parent')}, one.id) end
    end
    redis.call('ZADD', authorComments, millis(comment.createdAt), id)
    redis.call('DEL', edits, keptKey)
    for _, version in ipairs(kept.edits) do redis.call('RPUSH', edits, version) end
    for _, vote in ipairs(kept.votes) do
      local user = redis.call('GET', ${luaKey(keys.user, 'vote[1]')})
      if user and not cjson.decode(user).deletedAt then
        redis.call('SADD', voters, vote[1])
        redis.call('ZADD', ${luaKey(keys.votes, 'vote[1]')}, vote[2], id)
      end
    end
    placeComment(comment)
    return { 'written', logComments(note, comment, ids)[2] or false, json, redis.call('SCARD', voters) }
    `,
});

export type NotRestored =
  { ok: false; reason: 'missing' | 'parent-gone' } | { ok: false; reason: 'locked'; because: string };

/**
 * Restores what its author deleted a while ago. `missing`: too long ago, by somebody else, or its place is gone;
 * `parent-gone`: the comment that it replies to is hidden; `locked`: a moderator has locked the thread.
 */
export async function restoreComment(
  redis: Redis,
  id: string,
  userId: string,
): Promise<{ ok: true; revision: number | null; comment: Comment; votes: number } | NotRestored> {
  const [outcome, detail, comment, votes] = await restore(redis, {
    keptKey: keys.deletedComment(id),
    commentKey: keys.comment(id),
    edits: keys.edits(id),
    voters: keys.voters(id),
    authorComments: keys.authorComments(userId),
    ...{ id, userId },
  });
  if (outcome === 'written') return { ok: true, revision: detail, comment, votes };
  return outcome === 'locked' ? { ok: false, reason: outcome, because: detail } : { ok: false, reason: outcome };
}

export { addComment, type NotAdded } from './add-comment.ts';

export { deleteComment, replaceComment, type NotChanged } from './change-comment.ts';

/** All comments by a person that are not deleted, oldest first. */
export async function commentsBy(redis: Redis, userId: string): Promise<Comment[]> {
  const ids = z.array(z.string()).parse(await redis.zrange(keys.authorComments(userId), 0, -1));
  return (await readComments(redis, ids)).filter((comment) => comment !== undefined);
}

export async function readComment(redis: Redis, id: string): Promise<Comment | undefined> {
  const [comment] = await readComments(redis, [id]);
  return comment;
}

/** How many people voted for a comment. */
export async function readVotes(redis: Redis, id: string): Promise<number> {
  return redis.scard(keys.voters(id));
}

/** The comments of these ids, in their order; undefined for a missing one. */
export function readComments(redis: Redis, ids: string[]): Promise<(Comment | undefined)[]> {
  return inBatches(redis, ids.map(keys.comment), StoredComment);
}

const readWhole = readScript({
  keys: ['commentKey', 'voters', 'edits'],
  returns: z
    .tuple([StoredComment, StoredNote.nullable(), StoredUser.nullable(), z.int(), z.array(StoredVersion)])
    .nullable(),
  body: `
    local json = redis.call('GET', commentKey)
    if not json then return false end
    local comment = cjson.decode(json)
    return {
      json, redis.call('GET', ${luaKey(keys.note, 'comment.noteUuid')}), redis.call('GET', ${luaKey(keys.user, 'comment.authorId')}),
      redis.call('SCARD', voters), redis.call('LRANGE', edits, 0, -1)
    }
    `,
});

/** Deletes what a deleted comment could be restored from, so that it stays deleted. */
export async function forgetDeleted(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.deletedComment(id));
}

/** A comment with its note, its author, its votes and its earlier versions, newest first, in one round trip. */
export async function readWholeComment(redis: Redis, id: string) {
  const read = await readWhole(redis, {
    commentKey: keys.comment(id),
    voters: keys.voters(id),
    edits: keys.edits(id),
  });
  if (!read) return undefined;
  const [comment, note, author, votes, history] = read;
  return { comment, note: note ?? undefined, author: author ?? undefined, votes, history };
}

/** The comments by people on public notes. Returns for each person how many there are in all, and comments with their notes. */
const readByPeople = readScript({
  keys: ['...indexes'],
  args: ['skip', 'count'],
  returns: z.array(z.tuple([z.int(), z.array(z.tuple([StoredComment, StoredLiveNote]))])),
  body: `
    local from, most, answers = tonumber(skip), tonumber(count), {}
    for i, key in ipairs(indexes) do
      local entries = {}
      for _, id in ipairs(redis.call('ZREVRANGE', key, from, from + most - 1)) do
        local json = redis.call('GET', ${luaKey(keys.comment, 'id')})
        table.insert(entries, { json, redis.call('GET', ${luaKey(keys.note, 'cjson.decode(json).noteUuid')}) })
      end
      answers[i] = { redis.call('ZCARD', key), entries }
    end
    return answers
    `,
});

/** The comments by a person: how many in all, and some of them with their notes, newest first. */
export type StoredComments = { total: number; comments: { comment: Comment; note: Note }[] };

/** The comments by each of these people on public notes, in one round trip. */
export async function readCommentsByPeople(
  redis: Redis,
  userIds: string[],
  { from = 0, count }: { from?: number; count: number },
): Promise<StoredComments[]> {
  if (userIds.length === 0) return [];
  const answers = await readByPeople(redis, { indexes: userIds.map(keys.authorPublicComments), skip: from, count });
  return answers.map(([total, comments]) => ({
    total,
    comments: comments.map(([comment, note]) => ({ comment, note })),
  }));
}
