import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { readingPage, ReadingQuery } from '../src/server/reading-list.ts';
import { requireSession } from '../src/server/session.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), ReadingQuery);
    const { user } = await requireSession(request);
    return Response.json(await readingPage(database(), user.id, query));
  },
});

export const config: Config = { path: '/api/reading-list' };
