import type { Config } from '@netlify/functions';
import { NewImport } from '../src/transfer/model/import.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { openImport } from '../src/transfer/server/import/imports.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { listImports } from '../src/transfer/server/store/imports.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'import');
    return Response.json({ imports: await listImports(database(), user.id) });
  },

  async POST(request) {
    const user = await requireCaller(request, 'import');
    const now = new Date();
    requireStanding(user, 'note', now);
    const asked = await readJson(request, NewImport, 4096);
    await requireRate('imports', user.id);
    const { resumed, ...begun } = await openImport(database(), user, asked, now);
    return Response.json(begun, { status: resumed ? 200 : 201 });
  },
});

export const config: Config = { path: '/api/imports' };
