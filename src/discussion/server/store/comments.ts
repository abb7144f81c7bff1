import { z } from 'zod';
import type { Comment } from '../../model/comment.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { StoredLiveNote, StoredNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { StoredComment, StoredVersion } from './add-comment.ts';
import type { Note } from '../../../notes/model/note.ts';

export { addComment, type NotAdded } from './add-comment.ts';
export { restoreComment } from './restore-comment.ts';
export { deleteComment, replaceComment, type NotChanged } from './change-comment.ts';

/** Everything that a person has said and not deleted, oldest first. */
export async function commentsBy(redis: Redis, userId: string): Promise<Comment[]> {
  const ids = z.array(z.string()).parse(await redis.zrange(keys.authorComments(userId), 0, -1));
  return (await readComments(redis, ids)).filter((comment) => comment !== undefined);
}

export async function readComment(redis: Redis, id: string): Promise<Comment | undefined> {
  const [comment] = await readComments(redis, [id]);
  return comment;
}

/** The comments of these ids, in their order; undefined where there is none. */
export function readComments(redis: Redis, ids: string[]): Promise<(Comment | undefined)[]> {
  return inBatches(redis, ids.map(keys.comment), StoredComment);
}

const readWhole = readScript({
  keys: ['commentKey', 'voters', 'edits'],
  prefixes: { notePrefix: keys.note(''), userPrefix: keys.user('') },
  returns: z
    .tuple([StoredComment, StoredNote.nullable(), StoredUser.nullable(), z.int(), z.array(StoredVersion)])
    .nullable(),
  body: `
    local json = redis.call('GET', commentKey)
    if not json then return false end
    local comment = cjson.decode(json)
    return {
      json, redis.call('GET', notePrefix .. comment.noteUuid), redis.call('GET', userPrefix .. comment.authorId),
      redis.call('SCARD', voters), redis.call('LRANGE', edits, 0, -1)
    }
    `,
});

/** What a deleted comment could be brought back from goes, so that it stays deleted. */
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

/** What people said below public notes. Gives for each how many there are in all, comments and their notes. */
const readByPeople = readScript({
  keys: ['...indexes'],
  args: ['skip', 'count'],
  prefixes: { commentPrefix: keys.comment(''), notePrefix: keys.note('') },
  returns: z.array(z.tuple([z.int(), z.array(z.tuple([StoredComment, StoredLiveNote]))])),
  body: `
    local from, most, comments, notes = tonumber(skip), tonumber(count), commentPrefix, notePrefix
    local answers = {}
    for i, key in ipairs(indexes) do
      local said = {}
      for _, id in ipairs(redis.call('ZREVRANGE', key, from, from + most - 1)) do
        local json = redis.call('GET', comments .. id)
        table.insert(said, { json, redis.call('GET', notes .. cjson.decode(json).noteUuid) })
      end
      answers[i] = { redis.call('ZCARD', key), said }
    end
    return answers
    `,
});

/** What a person said: how many comments in all, and some of them with their notes, newest first. */
export type StoredComments = { total: number; comments: { comment: Comment; note: Note }[] };

/** What each of these people said below public notes, in one round trip. */
export async function readCommentsByPeople(
  redis: Redis,
  userIds: string[],
  { from = 0, count }: { from?: number; count: number },
): Promise<StoredComments[]> {
  if (userIds.length === 0) return [];
  const answers = await readByPeople(redis, { indexes: userIds.map(keys.authorPublicComments), skip: from, count });
  return answers.map(([total, said]) => ({ total, comments: said.map(([comment, note]) => ({ comment, note })) }));
}
