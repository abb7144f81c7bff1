import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { missingExport } from '../src/transfer/server/export/export-problem.ts';
import { readMade } from '../src/transfer/server/store/made-exports.ts';

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
