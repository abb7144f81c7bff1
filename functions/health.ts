import type { Config } from '@netlify/functions';
import { live, ready } from '../src/maintenance/readiness.ts';
import { answerByPath } from '../src/platform/server/http/api.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

/** Whether this process answers, and whether visitors get what they should. */
export default answerByPath({ '/healthz': endpoint({ GET: live }), '/readyz': endpoint({ GET: ready }) });

export const config: Config = { path: ['/healthz', '/readyz'] };
