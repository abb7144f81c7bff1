import type { Config } from '@netlify/functions';
import { spendLink } from '../src/people/server/addresses.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { linkEndpoint } from '../src/people/server/http/link-endpoint.ts';

export default linkEndpoint((token, note, now) => spendLink(database(), token, environment(), note, now));

export const config: Config = { path: '/api/auth/verify' };
