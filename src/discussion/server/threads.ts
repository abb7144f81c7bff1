import { z } from 'zod';
import { depthOf, isShown } from '../model/comment.ts';
import type { Thread, ThreadAnswer, ThreadComment } from '../model/thread.ts';
import { ThreadSort, topOf } from '../model/thread.ts';
import { shownName } from '../../people/model/user.ts';
import { commentsHtml } from './comment-html.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import * as store from './store/threads.ts';

/** What the servers of other nouns read of threads. */
export { noTop, readTops, type ThreadTop } from './store/threads.ts';

/** What a reader may ask of a thread. `after` asks for what changed since that revision, in place of a page. */
export const ThreadQuery = z.strictObject({
  sort: ThreadSort.default('thread'),
  cursor: z.string().regex(store.threadCursor, 'Send the cursor that the page before gave, unchanged.').optional(),
  after: z.coerce.number().int().nonnegative('Send the revision that the thread had.').optional(),
});
export type ThreadQuery = z.infer<typeof ThreadQuery>;

/** One answer out of the thread of a note that this visitor may read. */
export async function openThread(
  redis: Redis,
  noteUuid: string,
  { after, ...page }: ThreadQuery,
  visitorId: string | undefined,
): Promise<{ ok: true; thread: ThreadAnswer } | { ok: false; reason: 'missing' | 'deleted' }> {
  const { cursor, sort } = page;
  const query = after === undefined ? { sort, ...(cursor === undefined ? {} : { cursor }) } : { after };
  const read = await store.readThread(redis, noteUuid, query, visitorId);
  if (!read.ok) return read;
  const { ok, ...thread } = read;
  return { ok, thread: { ...thread, comments: await shownComments(thread.comments) } };
}

/** Comments as readers get them. */
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

/** The part of a thread that its note's page holds. */
export async function pageThread({ count, total, revision, comments }: store.ThreadTop): Promise<Thread> {
  const shown = topOf(await shownComments(comments), total);
  return { count, revision, comments: shown, next: shown.length < total ? (shown.at(-1)?.path ?? null) : null };
}
