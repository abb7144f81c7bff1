import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { requestBuild, stateFor } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { readSessionUser, requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';

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
