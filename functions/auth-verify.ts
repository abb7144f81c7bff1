import type { Config } from '@netlify/functions';
import { spendLink } from '../src/server/addresses.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { linkEndpoint } from '../src/server/http/link-endpoint.ts';

export default linkEndpoint((token, note, now) => spendLink(database(), token, environment(), note, now));

export const config: Config = { path: '/api/auth/verify' };
