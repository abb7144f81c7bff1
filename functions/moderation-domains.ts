import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator } from '../src/people/server/suspension.ts';
import { bannedDomains } from '../src/moderation/server/store/banned-domains.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    return Response.json({ domains: await bannedDomains(database()) });
  },
});

export const config: Config = { path: '/api/moderation/domains' };
