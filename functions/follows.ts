import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { followsOf } from '../src/inbox/server/follows.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ follows: await followsOf(database(), user.id) });
  },
});

export const config: Config = { path: '/api/follows' };
