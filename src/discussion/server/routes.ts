import * as z from 'zod';
import { announceSoon } from '../../inbox/server/events.ts';
import { bannedLink } from '../../moderation/server/moderation-check.ts';
import {
  bannedLinkProblem,
  noteProblem,
  noteUuid,
  idempotencyKey,
  idempotencyOf,
  openNote,
} from '../../notes/server/note-http.ts';
import { session, visitor } from '../../people/server/callers.ts';
import { sharedUnlessSignedIn } from '../../people/server/session.ts';
import { countDeleted, countStored, requireRoom } from '../../people/server/storage.ts';
import { cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { reply, route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';
import { CommentPatch, namedInThread, NewComment, ThreadAnswer } from '../model/thread.ts';
import {
  restoreOwnComment,
  commentEvent,
  editComment,
  readCommentContext,
  readComment,
  readVotes,
  maxCommentBytes,
  removeComment,
  writeComment,
} from './comments.ts';
import {
  commentId,
  commentProblem,
  CommentAnswer,
  openComment,
  OwnComment,
  commentForAuthor,
  restoreProblem,
} from './comment-http.ts';
import { openThread, ThreadQuery, visitThread } from './threads.ts';
import { VoteAnswer, voteForComment, voteForNote } from './votes.ts';

const Commented = z.object({ comment: OwnComment });

/** A note's thread and what is done in it, and votes. */
export const discussionRoutes = {
  'GET /api/notes/{uuid}/comments': route({
    id: 'readThread',
    summary:
      'Get a note’s thread, a page at a time: in reading order, each comment with its parent and depth, or comment by comment, newest or best first. With `after`, what has changed since that revision; with `around`, the part that has that comment.',
    at: noteUuid,
    who: visitor,
    query: ThreadQuery,
    gives: { 200: ThreadAnswer },
    problems: [404, 410],
    async handle({ request, caller, at: uuid, query }) {
      const opened = await openThread(database(), uuid, query, caller?.user.id);
      if (!opened.ok)
        throw opened.reason === 'no-comment'
          ? commentProblem({ ok: false, reason: 'gone' })
          : noteProblem({ ok: false, reason: opened.reason });
      return reply(
        200,
        opened.thread,
        sharedUnlessSignedIn(request, cacheTags.noteWith(uuid, namedInThread(opened.thread))),
      );
    },
  }),

  'PUT /api/notes/{uuid}/visit': route({
    id: 'visitThread',
    summary:
      'Store when you last saw a thread: `seen` is the time of its newest comment. Answers with the time stored before, or null on your first visit.',
    at: noteUuid,
    who: session(),
    body: z.strictObject({ seen: z.iso.datetime('Send the time of a comment, as the thread gives it.') }),
    rate: 'votes',
    gives: { 200: z.object({ before: z.iso.datetime().nullable() }) },
    problems: [404],
    async handle({ caller, at: uuid, body: { seen }, now }) {
      const opened = await openNote(database(), uuid, async () => caller.user.id);
      if (!opened.ok) throw noteProblem({ ok: false, reason: 'missing' });
      // No comment is newer than now, whatever the clock of a device says.
      const upTo = new Date(Math.min(Date.parse(seen), now.getTime()));
      const before = await visitThread(database(), caller.user.id, uuid, upTo);
      return { before: before?.toISOString() ?? null };
    },
  }),

  'POST /api/notes/{uuid}/comments': route({
    id: 'writeComment',
    summary:
      'Comment on a published note, or reply to a comment. With an Idempotency-Key, a call whose answer was lost can be sent again.',
    at: noteUuid,
    who: session('comment'),
    headers: [idempotencyKey],
    body: NewComment,
    maxBytes: maxCommentBytes,
    rate: 'comments',
    gives: { 201: Commented, 200: Commented },
    problems: [404, 409, 410, 507],
    reads: ({ body }) => Promise.all([readCommentContext(database(), body), bannedLink(database(), [body.body])]),
    async handle({ request, context, caller: { user }, at: uuid, body: draft, read: [named, banned], now }) {
      await requireRoom(user.id, draft, now);
      if (banned) throw bannedLinkProblem(banned);
      const once = idempotencyOf(request, { uuid, ...draft });
      const written = await writeComment(database(), uuid, draft, named, { authorId: user.id, now, once });
      if (!written.ok && written.reason === 'repeated' && written.same) {
        return reply(200, { comment: await commentForAuthor(written.before, user) });
      }
      if (!written.ok) throw commentProblem(written);
      await afterWrite(written.revision, [uuid], context, 'adds');
      await announceSoon(database(), commentEvent(written), now, context);
      await countStored(user.id, draft, now, context);
      return reply(201, { comment: await commentForAuthor(written.comment, user) });
    },
  }),

  'GET /api/comments/{id}': route({
    id: 'readComment',
    summary: 'Get a comment with its Markdown and its earlier versions.',
    at: commentId,
    who: visitor,
    gives: { 200: CommentAnswer },
    problems: [404],
    async handle({ caller, at: id }) {
      const opened = await openComment(database(), id, caller?.user.id);
      if (!opened) throw commentProblem({ ok: false, reason: 'gone' });
      return opened;
    },
  }),

  'PATCH /api/comments/{id}': route({
    id: 'editComment',
    summary: 'Edit your comment within 15 minutes. With `rev`, a stale one answers 409 with the current text.',
    at: commentId,
    who: session('comment'),
    body: CommentPatch,
    maxBytes: maxCommentBytes,
    rate: 'comments',
    gives: { 200: Commented },
    problems: [404, 409, 507],
    reads: ({ at, body }) =>
      Promise.all([
        readComment(database(), at),
        readCommentContext(database(), body),
        bannedLink(database(), [body.body]),
        readVotes(database(), at),
      ]),
    async handle({ context, caller: { user }, body: patch, read: [found, named, banned, votes], now }) {
      if (banned) throw bannedLinkProblem(banned);
      await requireRoom(user.id, patch, now);
      const edited = await editComment(database(), found, patch, named.people, { editorId: user.id, now });
      if (!edited.ok) throw commentProblem(edited);
      await countStored(user.id, patch, now, context);
      await afterWrite(edited.revision, [edited.comment.noteUuid], context, 'edits');
      await announceSoon(database(), commentEvent(edited), now, context);
      return { comment: await commentForAuthor(edited.comment, user, votes) };
    },
  }),

  'DELETE /api/comments/{id}': route({
    id: 'deleteComment',
    summary: 'Delete your comment. Replies to it stay, and you can restore it for an hour.',
    at: commentId,
    who: session(),
    gives: { 204: null },
    problems: [404],
    reads: ({ at }) => readComment(database(), at),
    async handle({ context, caller: { user }, read: found, now }) {
      const removed = await removeComment(database(), found, user.id, now);
      if (!removed.ok) throw commentProblem(removed);
      await countDeleted(user.id, context);
      await afterWrite(removed.revision, [removed.noteUuid], context);
    },
  }),

  'POST /api/comments/{id}/restore': route({
    id: 'restoreComment',
    summary: 'Restore a comment you deleted in the last hour, with its votes and earlier versions.',
    at: commentId,
    who: session('comment'),
    rate: 'comments',
    gives: { 200: Commented },
    problems: [404, 409],
    async handle({ context, caller: { user }, at: id }) {
      const restored = await restoreOwnComment(database(), id, user.id);
      if (!restored.ok) throw restoreProblem(restored);
      await countDeleted(user.id, context);
      await afterWrite(restored.revision, [restored.comment.noteUuid], context, 'adds');
      return { comment: await commentForAuthor(restored.comment, user, restored.votes) };
    },
  }),

  'PUT /api/notes/{uuid}/vote': route({
    id: 'voteForNote',
    summary: 'Vote for someone else’s note. Voting again changes nothing.',
    at: noteUuid,
    who: session('vote'),
    rate: 'votes',
    gives: { 200: VoteAnswer },
    problems: [404, 410],
    handle: ({ caller, at: uuid, now }) => voteForNote(database(), uuid, caller.user.id, 'give', now),
  }),

  'DELETE /api/notes/{uuid}/vote': route({
    id: 'takeBackVoteForNote',
    summary: 'Take back your vote.',
    at: noteUuid,
    who: session(),
    rate: 'votes',
    gives: { 200: VoteAnswer },
    problems: [404, 410],
    handle: ({ caller, at: uuid, now }) => voteForNote(database(), uuid, caller.user.id, 'take', now),
  }),

  'PUT /api/comments/{id}/vote': route({
    id: 'voteForComment',
    summary: 'Vote for someone else’s comment. Voting again changes nothing.',
    at: commentId,
    who: session('vote'),
    rate: 'votes',
    gives: { 200: VoteAnswer },
    problems: [404, 410],
    reads: ({ at }) => readComment(database(), at),
    handle: ({ caller, read, now }) => voteForComment(database(), read, caller.user.id, 'give', now),
  }),

  'DELETE /api/comments/{id}/vote': route({
    id: 'takeBackVoteForComment',
    summary: 'Take back your vote.',
    at: commentId,
    who: session(),
    rate: 'votes',
    gives: { 200: VoteAnswer },
    problems: [404, 410],
    reads: ({ at }) => readComment(database(), at),
    handle: ({ caller, read, now }) => voteForComment(database(), read, caller.user.id, 'take', now),
  }),
} satisfies Routes;

export type DiscussionCalls = CallsOf<typeof discussionRoutes>;
