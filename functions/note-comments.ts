import type { Config } from '@netlify/functions';
import { NewComment } from '../src/discussion/model/comment.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { commentEvent, maxCommentBytes, writeComment } from '../src/discussion/server/comments.ts';
import { database } from '../src/platform/server/database.ts';
import { announceSoon } from '../src/inbox/server/events.ts';
import { commentProblem } from '../src/discussion/server/comment-address.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { onceOf } from '../src/notes/server/idempotency-key.ts';
import { bannedLinkProblem, noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { checked, readJson } from '../src/platform/server/http/read-json.ts';
import { sharedUnlessSignedIn } from '../src/people/server/http/shared-answer.ts';
import { bannedLink } from '../src/moderation/server/moderation-check.ts';
import { ownComment } from '../src/discussion/server/own-comment.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { readSessionUser, requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { openThread, ThreadQuery } from '../src/discussion/server/threads.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), ThreadQuery);
    const visitor = await readSessionUser(request);
    const opened = await openThread(database(), uuid, query, visitor?.user.id);
    if (!opened.ok) throw noteProblem(opened);
    return Response.json(opened.thread, { headers: sharedUnlessSignedIn(request, cacheTags.note(uuid)) });
  },

  async POST(request, context) {
    const uuid = noteUuid(request, context);
    const { user } = await requireSession(request);
    const now = new Date();
    requireStanding(user, 'comment', now);
    const draft = await readJson(request, NewComment, maxCommentBytes);
    await requireRate('comments', user.id);
    await requireRoom(user.id, draft, now);
    const banned = await bannedLink(database(), [draft.body]);
    if (banned) throw bannedLinkProblem(banned);
    const once = onceOf(request, { uuid, ...draft });
    const written = await writeComment(database(), uuid, draft, user.id, now, once);
    if (!written.ok && written.reason === 'repeated' && written.same) {
      return Response.json({ comment: await ownComment(written.before, user) });
    }
    if (!written.ok) throw commentProblem(written);
    await countStored(user.id, draft, now);
    await afterWrite(written.revision, uuid, context);
    await announceSoon(database(), commentEvent(written), now, context);
    return Response.json({ comment: await ownComment(written.comment, user) }, { status: 201 });
  },
});

export const config: Config = { path: '/api/notes/:uuid/comments' };
