import type { Config } from '@netlify/functions';
import { CommentPatch } from '../src/discussion/model/comment.ts';
import { commentEvent, editComment, maxCommentBytes, removeComment } from '../src/discussion/server/comments.ts';
import { database } from '../src/platform/server/database.ts';
import { announceSoon } from '../src/inbox/server/events.ts';
import { commentId, commentProblem } from '../src/discussion/server/comment-address.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { bannedLinkProblem } from '../src/notes/server/note-address.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { bannedLink } from '../src/moderation/server/moderation-check.ts';
import { openComment, ownComment } from '../src/discussion/server/own-comment.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { readSessionUser, requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';

export default endpoint({
  async GET(request, context) {
    const id = commentId(request, context);
    const visitor = await readSessionUser(request);
    const opened = await openComment(database(), id, visitor?.user.id);
    if (!opened) throw commentProblem({ ok: false, reason: 'gone' });
    return Response.json(opened);
  },

  async PATCH(request, context) {
    const id = commentId(request, context);
    const { user } = await requireSession(request);
    const now = new Date();
    requireStanding(user, 'comment', now);
    const patch = await readJson(request, CommentPatch, maxCommentBytes);
    await requireRate('comments', user.id);
    const banned = await bannedLink(database(), [patch.body]);
    if (banned) throw bannedLinkProblem(banned);
    await requireRoom(user.id, patch, now);
    const edited = await editComment(database(), id, patch, user.id, now);
    if (!edited.ok) throw commentProblem(edited);
    await countStored(user.id, patch, now);
    await afterWrite(edited.revision, edited.comment.noteUuid, context);
    await announceSoon(database(), commentEvent(edited), now, context);
    return Response.json({ comment: await ownComment(edited.comment, user) });
  },

  async DELETE(request, context) {
    const id = commentId(request, context);
    const { user } = await requireSession(request);
    const removed = await removeComment(database(), id, user.id, new Date());
    if (!removed.ok) throw commentProblem(removed);
    await forgetCount(database(), user.id);
    await afterWrite(removed.revision, removed.noteUuid, context);
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/comments/:id' };
