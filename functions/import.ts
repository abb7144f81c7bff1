import type { Config } from '@netlify/functions';
import { LinesQuery } from '../src/domain/import.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { importId, missingImport } from '../src/server/http/import-address.ts';
import { checked } from '../src/server/http/read-json.ts';
import { readImport } from '../src/server/store/imports.ts';

export default endpoint({
  async GET(request, context) {
    const user = await requireCaller(request, 'import');
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), LinesQuery);
    const found = await readImport(database(), user.id, importId(context), query);
    if (!found) throw missingImport();
    return Response.json(found);
  },
});

export const config: Config = { path: '/api/imports/:id' };
