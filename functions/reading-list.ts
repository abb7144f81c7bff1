import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { readingPage, ReadingQuery } from '../src/library/server/reading-list.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), ReadingQuery);
    const user = await requireCaller(request, 'read');
    return Response.json(await readingPage(database(), user.id, query));
  },
});

export const config: Config = { path: '/api/reading-list' };
