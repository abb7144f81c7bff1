import type { Config } from '@netlify/functions';
import { InboxQuery } from '../src/inbox/model/notification.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { inboxPage } from '../src/inbox/server/inbox.ts';
import { requireSession } from '../src/people/server/session.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), InboxQuery);
    const { user } = await requireSession(request);
    return Response.json(await inboxPage(database(), user.id, query, new Date()));
  },
});

export const config: Config = { path: '/api/inbox' };
