import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';
import { listActivity } from '../src/people/server/store/activity.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ activity: await listActivity(database(), user.id, new Date()) });
  },
});

export const config: Config = { path: '/api/account/activity' };
