import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { readingPage, ReadingQuery } from '../src/server/reading-list.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), ReadingQuery);
    const user = await requireCaller(request, 'read');
    return Response.json(await readingPage(database(), user.id, query));
  },
});

export const config: Config = { path: '/api/reading-list' };
