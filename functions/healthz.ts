import type { Config } from '@netlify/functions';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { live } from '../src/maintenance/readiness.ts';

export default endpoint({ GET: live });

export const config: Config = { path: '/healthz' };
