import type { Config } from '@netlify/functions';
import { ReadMarks } from '../src/inbox/model/notification.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireSession } from '../src/people/server/session.ts';
import { markInboxRead } from '../src/inbox/server/store/inbox.ts';

const maxBytes = 64 * 1024;

export default endpoint({
  async POST(request) {
    const { user } = await requireSession(request);
    const marks = await readJson(request, ReadMarks, maxBytes);
    return Response.json({ unread: await markInboxRead(database(), user.id, marks) });
  },
});

export const config: Config = { path: '/api/inbox/read' };
