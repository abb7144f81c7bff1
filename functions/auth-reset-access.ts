import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { linkEndpoint } from '../src/people/server/http/link-endpoint.ts';
import { accessOf } from '../src/people/server/passwords.ts';

export default linkEndpoint((token) => accessOf(database(), token));

export const config: Config = { path: '/api/auth/reset/access' };
