import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { linkEndpoint } from '../src/server/http/link-endpoint.ts';
import { accessOf } from '../src/server/passwords.ts';

export default linkEndpoint((token) => accessOf(database(), token));

export const config: Config = { path: '/api/auth/reset/access' };
