import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { requestBuild, stateFor } from '../src/server/publishing.ts';
import { requireRate } from '../src/server/rates.ts';
import { readSessionUser, requireSession } from '../src/server/session.ts';
import { requireStanding } from '../src/server/standing.ts';

export default endpoint({
  async GET(request) {
    const session = await readSessionUser(request);
    return Response.json(await stateFor(database(), session?.user));
  },

  async POST(request) {
    const { user } = await requireSession(request);
    requireStanding(user, 'publish', new Date());
    await requireRate('publish', user.id);
    const outcome = await requestBuild(database(), environment(), { insist: true });
    if (outcome === 'unconfigured' || outcome === 'failed') {
      const detail = { unconfigured: 'This site has no build hook.', failed: 'The build service does not answer.' }[
        outcome
      ];
      throw new HttpError(503, 'Service Unavailable', `${detail} What was saved stays saved, and is published later.`, {
        headers: { 'Retry-After': '60' },
      });
    }
    return Response.json(await stateFor(database(), user), { status: 202 });
  },
});

export const config: Config = { path: '/api/publish' };
