import type { Config } from '@netlify/functions';
import { ReadMarks } from '../src/domain/notification.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireSession } from '../src/server/session.ts';
import { markInboxRead } from '../src/server/store/inbox.ts';

const maxBytes = 64 * 1024;

export default endpoint({
  async POST(request) {
    const { user } = await requireSession(request);
    const marks = await readJson(request, ReadMarks, maxBytes);
    return Response.json({ unread: await markInboxRead(database(), user.id, marks) });
  },
});

export const config: Config = { path: '/api/inbox/read' };
