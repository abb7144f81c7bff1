import { limits } from '../../platform/model/limits.ts';
import { commentsHtml } from './comment-html.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { CommentByPerson, Comment } from '../model/comment.ts';
import { z } from 'zod';
import type { Note } from '../../notes/model/note.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { readScript } from '../../platform/server/store/script.ts';
import { StoredLiveNote } from '../../notes/server/store/note-parts.ts';
import { StoredComment } from './store/stored-comment.ts';

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
type StoredComments = { total: number; comments: { comment: Comment; note: Note }[] };

/** What each of these people said below public notes, in one round trip. */
async function readComments(
  redis: Redis,
  userIds: string[],
  { from = 0, count }: { from?: number; count: number },
): Promise<StoredComments[]> {
  if (userIds.length === 0) return [];
  const answers = await read(redis, { indexes: userIds.map(keys.authorPublicComments), skip: from, count });
  return answers.map(([total, said]) => ({ total, comments: said.map(([comment, note]) => ({ comment, note })) }));
}

/** A page of what a person said, ready to be shown, and how many comments they have in all. */
export type CommentsByPerson = { author: string; total: number; comments: CommentByPerson[] };

/** So many people at a time, whose comments may be long. */
const batchSize = 20;

/** The newest of what each of these people said, a page of each. */
export async function newestComments(redis: Redis, userIds: string[]): Promise<CommentsByPerson[]> {
  const pages: CommentsByPerson[] = [];
  while (pages.length < userIds.length) {
    const asked = userIds.slice(pages.length, pages.length + batchSize);
    const said = await readComments(redis, asked, { count: limits.pageSize });
    for (const [index, one] of said.entries()) pages.push(await pageOfComments(asked[index] ?? '', one));
  }
  return pages;
}

/** A page of what one person said; `number` counts from 1. */
export async function commentsBy(redis: Redis, userId: string, number: number): Promise<CommentsByPerson> {
  const size = limits.pageSize;
  const [said = { total: 0, comments: [] }] = await readComments(redis, [userId], {
    from: (number - 1) * size,
    count: size,
  });
  return pageOfComments(userId, said);
}

async function pageOfComments(author: string, { total, comments }: StoredComments): Promise<CommentsByPerson> {
  const html = await commentsHtml(comments.map(({ comment }) => comment));
  const shown = comments.map(({ comment, note: { uuid, slug, title } }, index): CommentByPerson => {
    const { id, createdAt, editedAt } = comment;
    return { id, html: html[index] ?? '', createdAt, editedAt, note: { uuid, slug, title } };
  });
  return { author, total, comments: shown };
}
