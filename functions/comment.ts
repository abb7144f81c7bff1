import type { Config } from '@netlify/functions';
import { CommentPatch } from '../src/domain/comment.ts';
import { commentEvent, editComment, maxCommentBytes, removeComment } from '../src/server/comments.ts';
import { database } from '../src/server/database.ts';
import { announceSoon } from '../src/server/events.ts';
import { commentId, commentProblem } from '../src/server/http/comment-address.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { bannedLinkProblem } from '../src/server/http/note-address.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { bannedLink } from '../src/server/moderation/gate.ts';
import { openComment, ownComment } from '../src/server/own-comment.ts';
import { afterWrite } from '../src/server/publishing.ts';
import { requireRate } from '../src/server/rates.ts';
import { readSessionUser, requireSession } from '../src/server/session.ts';
import { requireStanding } from '../src/server/standing.ts';
import { countStored, requireRoom } from '../src/server/storage.ts';
import { forgetCount } from '../src/server/store/storage.ts';

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
