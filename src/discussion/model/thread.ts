import { countedOf } from '../../platform/model/counted.ts';
import { limits } from '../../platform/model/limits.ts';
import * as z from 'zod';
import { plainText } from '../../platform/model/text/plain-text.ts';
import { outsideOfCode } from '../../notes/model/code-in-markdown.ts';
import type { Note } from '../../notes/model/note.ts';
import { Author } from '../../people/model/user.ts';

const { min, max } = limits.handle;
/** `@handle` as a word of its own, not as part of an e-mail address, a longer word or a path. */
const mention = new RegExp(`(?<![\\w@/.-])@([a-z0-9_]{${min},${max}})(?![\\w@-])`, 'gi');

/** The handles that a Markdown text mentions outside of code, in lower case, each once, in their order. */
export function mentionsIn(body: string): string[] {
  const handles = new Set<string>();
  outsideOfCode(body, (part) => {
    for (const [, handle = ''] of part.matchAll(mention)) handles.add(handle.toLowerCase());
    return part;
  });
  return [...handles];
}

/** The handle that is being typed before the caret, if any: `hello @ad` gives `ad`. */
export function partialMention(typed: string): string | undefined {
  return /(?:^|[^\w@/.-])@(\w{1,24})$/.exec(typed)?.[1]?.toLowerCase();
}

const Body = z
  .string()
  .transform((body) => plainText(body).trim())
  .pipe(
    z
      .string()
      .min(1, 'Write something first.')
      .max(
        limits.comment.max,
        `A comment can have at most ${countedOf(limits.comment.max, 'character')}. Shorten it, or write a note instead.`,
      )
      .refine((body) => mentionsIn(body).length <= limits.mentions, {
        error: `A comment can mention at most ${limits.mentions} people. Leave some out.`,
      }),
  );

/** What a person sends to comment; `parent` is the comment that it answers. */
export const NewComment = z.strictObject({
  body: Body,
  parent: z.uuid('Send the id of the comment that this one answers.').nullish(),
});
export type NewComment = z.infer<typeof NewComment>;

/** What a person sends to change a comment. With `rev`, a change of any other revision is refused as stale. */
export const CommentPatch = z.strictObject({ body: Body, rev: z.int().positive().optional() });
export type CommentPatch = z.infer<typeof CommentPatch>;

/** Ids of the comment and of those that it answers, outermost first, without dashes: sorted, paths are in reading order. */
const Path = z.string().regex(new RegExp(`^([0-9a-f]{32}){1,${limits.comment.depth}}$`));

/**
 * A comment as it is stored. `id` is a version 7 UUID; times are ISO 8601 in UTC. `mentions` are the handles in it that
 * existed when it was written. A deleted comment with replies stays, with an empty body; `hidden` is a moderator's reason.
 */
export const Comment = z.object({
  id: z.uuid(),
  noteUuid: z.uuid(),
  parent: z.uuid().nullable(),
  path: Path,
  rev: z.int().positive(),
  authorId: z.string(),
  body: z.string(),
  mentions: z.array(z.string()),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  hidden: z.string().optional(),
  /** The entry of the moderation log that hid it; `with-author` if everything by its author is hidden. */
  hiddenBy: z.string().optional(),
});
export type Comment = z.infer<typeof Comment>;

/** An earlier version of a comment, and until when it was shown. */
export const CommentVersion = z.object({ body: z.string(), until: z.iso.datetime() });
export type CommentVersion = z.infer<typeof CommentVersion>;

/** Whether readers see its text and may reply to it. */
export function isShown({ deletedAt, hidden }: Pick<Comment, 'deletedAt' | 'hidden'>): boolean {
  return deletedAt === null && hidden === undefined;
}

/** Whether its author may still change it. */
export function isEditable(comment: Pick<Comment, 'createdAt' | 'deletedAt' | 'hidden'>, now: Date): boolean {
  return isShown(comment) && now.getTime() - Date.parse(comment.createdAt) < limits.comment.editMinutes * 60_000;
}

/** How deep in the tree it is shown; 0 for an answer to the note itself. */
export function depthOf({ path }: Pick<Comment, 'path'>): number {
  return path.length / 32 - 1;
}

type By = { id: string; noteUuid: string; authorId: string; mentions: string[]; now: Date };

/** A new comment below its parent, or beside it if the tree would get too deep. */
export function commentFrom({ body }: NewComment, parent: Comment | undefined, by: By): Comment {
  const branch = parent?.path.slice(0, (limits.comment.depth - 1) * 32) ?? '';
  const { now, ...who } = by;
  return {
    ...who,
    parent: parent?.id ?? null,
    path: branch + by.id.replaceAll('-', ''),
    rev: 1,
    body,
    createdAt: now.toISOString(),
    editedAt: null,
    deletedAt: null,
  };
}

/** The next revision of a comment. */
export function editedComment(comment: Comment, body: string, mentions: string[], now: Date): Comment {
  return { ...comment, rev: comment.rev + 1, body, mentions, editedAt: now.toISOString() };
}

/** The remains of a deleted comment with replies: its place in the tree, without its text. */
export function deletedComment({ hidden: _, hiddenBy: _by, ...comment }: Comment, now: Date): Comment {
  return { ...comment, rev: comment.rev + 1, body: '', mentions: [], deletedAt: now.toISOString() };
}

/** A comment that anyone may read below a public note, as its author's page lists it. `html` is safe. */
export type CommentByPerson = {
  id: string;
  html: string;
  createdAt: string;
  editedAt: string | null;
  note: Pick<Note, 'uuid' | 'slug' | 'title'>;
};

/** A comment was written. `parentAuthorId`: who wrote the comment that it replies to. */
export type CommentEvent = {
  kind: 'comment';
  noteUuid: string;
  commentId: string;
  authorId: string;
  parentAuthorId?: string | undefined;
  mentioned: readonly string[];
};

/** The order of a thread: as a conversation, or as single comments with the newest or the most voted for first. */
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
 * A part of a thread in reading order, with all comments that these reply to. `count` is the number of visible comments in
 * the whole thread; `revision` that of its last change; `next` the cursor of the following part, null at the end. If
 * comments are left out at the beginning, `before` is the path of the first one after them, otherwise null.
 */
export const Thread = z.object({
  count: z.int().nonnegative(),
  revision: z.int().nonnegative(),
  comments: z.array(ThreadComment),
  before: z.string().nullable().default(null),
  next: z.string().nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** The ids of the authors whose names a thread shows. */
export function namedInThread({ comments }: Pick<Thread, 'comments'>): string[] {
  return comments.flatMap(({ author }) => author?.id ?? []);
}

/**
 * The API's answer for a thread: `gone` are comments removed since `after`; `voted` those that the visitor voted for;
 * `newest` is the time of the newest comment in the whole thread, null without any.
 */
export const ThreadAnswer = Thread.extend({
  gone: z.array(z.uuid()),
  voted: z.array(z.uuid()),
  newest: z.iso.datetime().nullable(),
});
export type ThreadAnswer = z.infer<typeof ThreadAnswer>;

export const emptyThread: Thread = { count: 0, revision: 0, comments: [], before: null, next: null };

/**
 * The first comments of a thread that a page shows, of `total` in all. If there are more, the page ends between two
 * conversations, unless that would leave less than half of the comments.
 */
export function topOf<T extends { depth: number }>(comments: readonly T[], total: number): T[] {
  if (comments.length >= total) return [...comments];
  const end = comments.findLastIndex(({ depth }) => depth === 0);
  return end >= comments.length / 2 ? comments.slice(0, end) : [...comments];
}

export type Branch<T> = { comment: T; replies: Branch<T>[]; size: number };

/** Comments as the tree that their paths describe, siblings oldest first. `size` counts the comment and all below it. */
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
  return count === 0 ? 'No comments yet' : countedOf(count, 'comment');
}
