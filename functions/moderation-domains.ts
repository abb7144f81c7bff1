import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { requireSession } from '../src/server/session.ts';
import { requireModerator } from '../src/server/standing.ts';
import { bannedDomains } from '../src/server/store/banned-domains.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    return Response.json({ domains: await bannedDomains(database()) });
  },
});

export const config: Config = { path: '/api/moderation/domains' };
