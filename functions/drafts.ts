import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { lineOf } from '../src/writing/server/drafts.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { listDrafts } from '../src/writing/server/store/drafts.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json({ drafts: (await listDrafts(database(), user.id)).map(lineOf) });
  },
});

export const config: Config = { path: '/api/drafts' };
