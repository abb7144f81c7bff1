import type { Config } from '@netlify/functions';
import { endpoint } from '../src/server/http/endpoint.ts';

/** That this process answers, whatever becomes of the store. */
export default endpoint({ GET: () => Response.json({ status: 'live' }) });

export const config: Config = { path: '/healthz' };
