import { hash } from 'node:crypto';
import {
  type Comment,
  depthOf,
  isShown,
  type CommentByPerson,
  ThreadSort,
  topOf,
  type Thread,
  type ThreadAnswer,
  type ThreadComment,
} from '../model/thread.ts';
import { paths } from '../../platform/model/paths.ts';
import { renderMarkdown } from '../../notes/server/markdown/markdown.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import * as store from './store/threads.ts';
import * as z from 'zod';
import { shownName } from '../../people/model/user.ts';
import { recent } from '../../platform/server/recent.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { limits } from '../../platform/model/limits.ts';
import { readCommentsByPeople, type StoredComments } from './store/comments.ts';

const token = /<(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+/g;
const noLinksIn = /^<(\/?)(?:a|code|pre)\b/;
const heading = /^(<\/?h)([1-6])\b/;
const mention = /(?<![\w@/.-])@(\w+)(?![\w@-])/g;

/**
 * A comment's Markdown as safe HTML, rendered like a note's, but so that many can be on one page: ids and the links to
 * them begin with the comment's own prefix, headings stay below those of the page, and mentions of existing people are
 * links.
 */
async function commentHtml({ id, body, mentions }: Pick<Comment, 'id' | 'body' | 'mentions'>): Promise<string> {
  const html = await renderMarkdown(body, { idPrefix: `c-${id}-`, wikilinks: false });
  const people = new Set(mentions);
  let within = 0;
  return html.replace(token, (part) => {
    if (part.startsWith('<')) {
      const [, closing] = noLinksIn.exec(part) ?? [];
      if (closing !== undefined) within += closing ? -1 : 1;
      return part.replace(heading, (_, start: string, level) => start + Math.min(6, Number(level) + 2));
    }
    return within > 0 ? part : part.replace(mention, (text, handle: string) => linked(text, handle, people));
  });
}

type Shown = Pick<Comment, 'id' | 'body' | 'mentions'>;

const showComments = textWork(
  import.meta.url,
  'show-comments',
  (comments: readonly Shown[]) => comments.map(({ body }) => body),
  async (comments) => {
    const html: string[] = [];
    // One after the other, since each needs many times its length while it is parsed.
    for (const comment of comments) html.push(await commentHtml(comment));
    return html;
  },
);

/** The comments rendered last, by their digests: everybody who reads a thread requests the same ones. */
const lastShown = recent<string>(8 * 1024 * 1024, ({ length }) => length);

/** The same for many comments, in their order, without blocking other requests. */
export async function commentsHtml(comments: readonly Shown[]): Promise<string[]> {
  const entries = comments.map(({ id, body, mentions }) => {
    const key = hash('sha256', JSON.stringify([id, body, mentions]), 'base64url');
    return { key, comment: { id, body, mentions }, html: lastShown.get(key) };
  });
  const missing = entries.filter(({ html }) => html === undefined);
  const made = missing.length > 0 ? await showComments(missing.map(({ comment }) => comment)) : [];
  for (const [at, one] of missing.entries()) lastShown.set(one.key, (one.html = made[at] ?? ''));
  return entries.map(({ html = '' }) => html);
}

function linked(text: string, handle: string, people: ReadonlySet<string>): string {
  const known = handle.toLowerCase();
  return people.has(known) ? `<a href="${paths.person(known)}">${text}</a>` : text;
}

/** What the servers of other nouns read of threads. */
export { emptyThreadTop, readTops, visitsOf, visitThread, type ThreadTop } from './store/threads.ts';

/**
 * What a reader may request of a thread. `after` requests what changed since that revision, instead of a page; `around`
 * the part with that comment.
 */
export const ThreadQuery = z.strictObject({
  sort: ThreadSort.default('thread'),
  cursor: z.string().regex(store.threadCursor, 'Send the cursor that the page before gave, unchanged.').optional(),
  after: z.coerce.number().int().nonnegative('Send the revision that the thread had.').optional(),
  around: z.uuid('Send the id of a comment.').toLowerCase().optional(),
});
export type ThreadQuery = z.infer<typeof ThreadQuery>;

/** One part of the thread of a note that this visitor may read. */
export async function openThread(
  redis: Redis,
  noteUuid: string,
  { after, around, ...page }: ThreadQuery,
  visitorId: string | undefined,
): Promise<{ ok: true; thread: ThreadAnswer } | { ok: false; reason: 'missing' | 'deleted' | 'no-comment' }> {
  const query = after !== undefined ? { after } : around !== undefined ? { around } : page;
  const read = await store.readThread(redis, noteUuid, query, visitorId);
  if (!read.ok) return read;
  const { ok, ...thread } = read;
  return { ok, thread: { ...thread, comments: await shownComments(thread.comments) } };
}

/** Comments as readers see them. */
export async function shownComments(read: readonly store.ReadComment[]): Promise<ThreadComment[]> {
  const shown = read.map(({ comment }) => comment).filter(isShown);
  const html = await commentsHtml(shown);
  const htmlOf = new Map(shown.map(({ id }, index) => [id, html[index] ?? '']));
  return read.map((one) => shownComment(one, htmlOf.get(one.comment.id) ?? ''));
}

function shownComment({ comment, votes, author }: store.ReadComment, html: string): ThreadComment {
  const shown = isShown(comment);
  const { id, parent, path, createdAt, editedAt, deletedAt, hidden } = comment;
  return {
    id,
    parent,
    path,
    depth: depthOf(comment),
    author: shown && author ? { id: author.id, handle: author.handle, name: shownName(author) } : null,
    html,
    votes: shown ? votes : 0,
    createdAt,
    editedAt: shown ? editedAt : null,
    state: shown ? 'shown' : deletedAt === null ? 'hidden' : 'deleted',
    ...(hidden === undefined || deletedAt !== null ? {} : { reason: hidden }),
  };
}

/** The part of a thread that is in its note's page. */
export async function pageThread({ count, total, revision, comments }: store.ThreadTop): Promise<Thread> {
  const shown = topOf(await shownComments(comments), total);
  return {
    count,
    revision,
    comments: shown,
    before: null,
    next: shown.length < total ? (shown.at(-1)?.path ?? null) : null,
  };
}

/** A page of a person's comments, ready to be shown, and how many they have in all. */
export type CommentsByPerson = { author: string; total: number; comments: CommentByPerson[] };

/** How many people are read at a time: their comments may be long. */
const batchSize = 20;

/** The newest comments by each of these people, a page of each. */
export async function newestComments(redis: Redis, userIds: string[]): Promise<CommentsByPerson[]> {
  const pages: CommentsByPerson[] = [];
  while (pages.length < userIds.length) {
    const batch = userIds.slice(pages.length, pages.length + batchSize);
    const found = await readCommentsByPeople(redis, batch, { count: limits.pageSize });
    for (const [index, one] of found.entries()) pages.push(await pageOfComments(batch[index] ?? '', one));
  }
  return pages;
}

/** A page of one person's comments; `number` counts from 1. */
export async function commentsBy(redis: Redis, userId: string, number: number): Promise<CommentsByPerson> {
  const size = limits.pageSize;
  const [found = { total: 0, comments: [] }] = await readCommentsByPeople(redis, [userId], {
    from: (number - 1) * size,
    count: size,
  });
  return pageOfComments(userId, found);
}

async function pageOfComments(author: string, { total, comments }: StoredComments): Promise<CommentsByPerson> {
  const html = await commentsHtml(comments.map(({ comment }) => comment));
  const shown = comments.map(({ comment, note: { uuid, slug, title } }, index): CommentByPerson => {
    const { id, createdAt, editedAt } = comment;
    return { id, html: html[index] ?? '', createdAt, editedAt, note: { uuid, slug, title } };
  });
  return { author, total, comments: shown };
}
