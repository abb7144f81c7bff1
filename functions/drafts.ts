import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { lineOf } from '../src/server/drafts.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { listDrafts } from '../src/server/store/drafts.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json({ drafts: (await listDrafts(database(), user.id)).map(lineOf) });
  },
});

export const config: Config = { path: '/api/drafts' };
