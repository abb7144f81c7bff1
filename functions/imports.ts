import type { Config } from '@netlify/functions';
import { NewImport } from '../src/domain/import.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { openImport } from '../src/server/imports.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireStanding } from '../src/server/standing.ts';
import { listImports } from '../src/server/store/imports.ts';

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
