import type { Config } from '@netlify/functions';
import { InboxQuery } from '../src/domain/notification.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { inboxPage } from '../src/server/inbox.ts';
import { requireSession } from '../src/server/session.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), InboxQuery);
    const { user } = await requireSession(request);
    return Response.json(await inboxPage(database(), user.id, query, new Date()));
  },
});

export const config: Config = { path: '/api/inbox' };
