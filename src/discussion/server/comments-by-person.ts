import { limits } from '../../platform/model/limits.ts';
import { commentsHtml } from './comment-html.ts';
import { readSaid, type Said } from './store/comments-by-person.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { SaidComment } from '../model/comment.ts';

/** A page of what a person said, ready to be shown, and how many comments they have in all. */
export type SaidPage = { author: string; total: number; comments: SaidComment[] };

/** So many people at a time, whose comments may be long. */
const batchSize = 20;

/** The newest of what each of these people said, a page of each. */
export async function newestSaid(redis: Redis, userIds: string[]): Promise<SaidPage[]> {
  const pages: SaidPage[] = [];
  while (pages.length < userIds.length) {
    const asked = userIds.slice(pages.length, pages.length + batchSize);
    const said = await readSaid(redis, asked, { count: limits.pageSize });
    for (const [index, one] of said.entries()) pages.push(await saidPage(asked[index] ?? '', one));
  }
  return pages;
}

/** A page of what one person said; `number` counts from 1. */
export async function saidBy(redis: Redis, userId: string, number: number): Promise<SaidPage> {
  const size = limits.pageSize;
  const [said = { total: 0, comments: [] }] = await readSaid(redis, [userId], {
    from: (number - 1) * size,
    count: size,
  });
  return saidPage(userId, said);
}

async function saidPage(author: string, { total, comments }: Said): Promise<SaidPage> {
  const html = await commentsHtml(comments.map(({ comment }) => comment));
  const shown = comments.map(({ comment, note: { uuid, slug, title } }, index): SaidComment => {
    const { id, createdAt, editedAt } = comment;
    return { id, html: html[index] ?? '', createdAt, editedAt, note: { uuid, slug, title } };
  });
  return { author, total, comments: shown };
}
