import { limits } from '../../platform/model/limits.ts';
import { commentsHtml } from './comment-html.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { CommentByPerson } from '../model/comment.ts';
import { readComments, type StoredComments } from './store/comments-by-person.ts';

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
