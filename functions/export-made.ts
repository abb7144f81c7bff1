import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { missingExport } from '../src/server/http/export-problem.ts';
import { readMade } from '../src/server/store/made-exports.ts';

export default endpoint({
  async GET(request, { params }) {
    const user = await requireCaller(request, 'export');
    const found = await readMade(database(), params['id'] ?? '');
    if (found?.userId !== user.id) throw missingExport();
    const { userId: _, ...made } = found;
    return Response.json({ made });
  },
});

export const config: Config = { path: '/api/exports/:id' };
