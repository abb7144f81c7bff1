import type { Config } from '@netlify/functions';
import { QueueQuery } from '../src/domain/moderation/case.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { requireSession } from '../src/server/session.ts';
import { requireModerator } from '../src/server/standing.ts';
import { readQueue } from '../src/server/store/queue.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const { kind } = checked(Object.fromEntries(new URL(request.url).searchParams), QueueQuery);
    return Response.json(await readQueue(database(), kind, user.id));
  },
});

export const config: Config = { path: '/api/moderation/queue' };
