import type { Config } from '@netlify/functions';
import { endpoint } from '../src/server/http/endpoint.ts';
import { live } from '../src/server/readiness.ts';

export default endpoint({ GET: live });

export const config: Config = { path: '/healthz' };
