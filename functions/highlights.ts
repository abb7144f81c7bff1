import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { highlightsPage, HighlightsQuery } from '../src/server/highlights.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';

export default endpoint({
  async GET(request) {
    const { cursor } = checked(Object.fromEntries(new URL(request.url).searchParams), HighlightsQuery);
    const user = await requireCaller(request, 'read');
    return Response.json(await highlightsPage(database(), user.id, cursor));
  },
});

export const config: Config = { path: '/api/highlights' };
