import type { Redis } from '../../../platform/server/store/redis.ts';
import type { Comment } from '../../model/comment.ts';
import { z } from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { StoredComment } from './stored-comment.ts';

/** What people said below public notes. Gives for each how many there are in all, comments and their notes. */
const read = readScript({
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
export async function readComments(
  redis: Redis,
  userIds: string[],
  { from = 0, count }: { from?: number; count: number },
): Promise<StoredComments[]> {
  if (userIds.length === 0) return [];
  const answers = await read(redis, { indexes: userIds.map(keys.authorPublicComments), skip: from, count });
  return answers.map(([total, said]) => ({ total, comments: said.map(([comment, note]) => ({ comment, note })) }));
}
