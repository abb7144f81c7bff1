import type { Config } from '@netlify/functions';
import { LinesQuery } from '../src/transfer/model/import.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { importId, missingImport } from '../src/transfer/server/import/import-address.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { readImport } from '../src/transfer/server/store/imports.ts';

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
