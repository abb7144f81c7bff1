import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';
import { unreadCount } from '../src/inbox/server/store/inbox.ts';

/** The number beside the inbox's link, for every open page to ask for once a minute at most. */
export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ unread: await unreadCount(database(), user.id, new Date()) });
  },
});

export const config: Config = { path: '/api/inbox/unread' };
