import type { Config } from '@netlify/functions';
import { readinessOf } from '../src/maintenance/readiness.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

/** Whether visitors get what they should: the store answers, and what was written is published in time. */
export default endpoint({
  async GET() {
    const readiness = await readinessOf(database(), new Date());
    return Response.json(readiness, { status: readiness.status === 'ready' ? 200 : 503 });
  },
});

export const config: Config = { path: '/readyz' };
