import { z } from 'zod';
import { Author } from '../../people/model/user.ts';

/** In which order a thread is read: as the conversation went, or single comments, newest or most voted for first. */
export const ThreadSort = z.enum(['thread', 'newest', 'best']);
export type ThreadSort = z.infer<typeof ThreadSort>;

/**
 * A comment as readers get it: safe HTML, the votes, and its author unless it is deleted or hidden. Sorted by `path`,
 * comments are in reading order; `depth` counts from 0.
 */
export const ThreadComment = z.object({
  id: z.uuid(),
  parent: z.uuid().nullable(),
  path: z.string(),
  depth: z.int().nonnegative(),
  author: Author.omit({ bio: true }).nullable(),
  html: z.string(),
  votes: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  state: z.enum(['shown', 'deleted', 'hidden']),
  /** Why a moderator has hidden it. */
  reason: z.string().optional(),
});
export type ThreadComment = z.infer<typeof ThreadComment>;

/**
 * A part of a thread in reading order, with all that its comments answer. `count` is of the whole thread, without what is
 * deleted or hidden; `revision` is that of its last change; `next` is the cursor of what follows, null where nothing does.
 * `before` is the path of the first comment behind those that are left out at the beginning, null where none is.
 */
export const Thread = z.object({
  count: z.int().nonnegative(),
  revision: z.int().nonnegative(),
  comments: z.array(ThreadComment),
  before: z.string().nullable().default(null),
  next: z.string().nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** What asking for a thread answers: `gone` are comments that left since `after`; `voted` is what the visitor voted for. */
export const ThreadAnswer = Thread.extend({ gone: z.array(z.uuid()), voted: z.array(z.uuid()) });
export type ThreadAnswer = z.infer<typeof ThreadAnswer>;

export const emptyThread: Thread = { count: 0, revision: 0, comments: [], before: null, next: null };

/**
 * What of a thread's first comments a page shows, where there are `total` in all: everything, or as much as ends between
 * two conversations, where that leaves at least half of them.
 */
export function topOf<T extends { depth: number }>(comments: readonly T[], total: number): T[] {
  if (comments.length >= total) return [...comments];
  const end = comments.findLastIndex(({ depth }) => depth === 0);
  return end >= comments.length / 2 ? comments.slice(0, end) : [...comments];
}

export type Branch<T> = { comment: T; replies: Branch<T>[]; size: number };

/** Comments as the tree that their paths tell, siblings oldest first. `size` counts the comment and all below it. */
export function branchesOf<T extends { path: string }>(comments: readonly T[]): Branch<T>[] {
  const roots: Branch<T>[] = [];
  const open: Branch<T>[] = [];
  for (const comment of comments.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    while (open.length > 0 && !comment.path.startsWith(open.at(-1)?.comment.path ?? '')) open.pop();
    const branch = { comment, replies: [], size: 1 };
    for (const above of open) above.size += 1;
    (open.at(-1)?.replies ?? roots).push(branch);
    open.push(branch);
  }
  return roots;
}

/** The heading of a thread. */
export function commentCount(count: number): string {
  if (count === 0) return 'No comments yet';
  return count === 1 ? '1 comment' : `${count} comments`;
}
