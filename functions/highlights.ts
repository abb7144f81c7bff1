import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { highlightsPage, HighlightsQuery } from '../src/library/server/highlights.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked } from '../src/platform/server/http/read-json.ts';

export default endpoint({
  async GET(request) {
    const { cursor } = checked(Object.fromEntries(new URL(request.url).searchParams), HighlightsQuery);
    const user = await requireCaller(request, 'read');
    return Response.json(await highlightsPage(database(), user.id, cursor));
  },
});

export const config: Config = { path: '/api/highlights' };
