import type { Config } from '@netlify/functions';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { ownSessions } from '../src/people/server/own-sessions.ts';
import { requireSession } from '../src/people/server/session.ts';
import { recordActivity } from '../src/people/server/store/activity.ts';
import { deleteOtherSessions } from '../src/people/server/store/session-list.ts';

export default endpoint({
  async GET(request) {
    return Response.json({ sessions: await ownSessions(database(), await requireSession(request)) });
  },

  async DELETE(request) {
    const session = await requireSession(request);
    await deleteOtherSessions(database(), session.user.id, session.sid);
    await recordActivity(database(), session.user.id, activityOf(request, 'sessions-ended', new Date()));
    return Response.json({ sessions: await ownSessions(database(), session) });
  },
});

export const config: Config = { path: '/api/account/sessions' };
