import type { Config } from '@netlify/functions';
import { LogQuery } from '../src/moderation/model/log.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { readLog } from '../src/moderation/server/log.ts';

/** What moderators decided and why, for everyone. */
export default endpoint({
  async GET(request) {
    const { page } = checked(Object.fromEntries(new URL(request.url).searchParams), LogQuery);
    return Response.json(await readLog(database(), page));
  },
});

export const config: Config = { path: '/api/moderation/log' };
