import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { linkEndpoint } from '../src/people/server/http/link-endpoint.ts';
import { undo } from '../src/people/server/undo.ts';

export default linkEndpoint((token, note, now) => undo(database(), token, note, now));

export const config: Config = { path: '/api/auth/undo' };
