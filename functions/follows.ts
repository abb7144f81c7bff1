import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { followsOf } from '../src/server/follows.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { requireSession } from '../src/server/session.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ follows: await followsOf(database(), user.id) });
  },
});

export const config: Config = { path: '/api/follows' };
