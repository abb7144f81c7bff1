import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { moderators } from '../src/moderation/server/people.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator } from '../src/people/server/suspension.ts';

/** Who moderates here. */
export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    return Response.json({ people: await moderators(database()) });
  },
});

export const config: Config = { path: '/api/moderation/people' };
