import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { moderators } from '../src/server/moderation/people.ts';
import { requireSession } from '../src/server/session.ts';
import { requireModerator } from '../src/server/standing.ts';

/** Who moderates here. */
export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    return Response.json({ people: await moderators(database()) });
  },
});

export const config: Config = { path: '/api/moderation/people' };
