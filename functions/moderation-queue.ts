import type { Config } from '@netlify/functions';
import { QueueQuery } from '../src/moderation/model/case.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator } from '../src/people/server/suspension.ts';
import { readQueue } from '../src/moderation/server/store/queue.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const { kind } = checked(Object.fromEntries(new URL(request.url).searchParams), QueueQuery);
    return Response.json(await readQueue(database(), kind, user.id));
  },
});

export const config: Config = { path: '/api/moderation/queue' };
