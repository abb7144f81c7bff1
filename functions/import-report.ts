import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { importId, missingImport } from '../src/server/http/import-address.ts';
import { streamOf } from '../src/server/http/text-stream.ts';
import { reportCsv } from '../src/server/import-report.ts';
import { requireRate } from '../src/server/rates.ts';
import { readImport } from '../src/server/store/imports.ts';

/** The report of an import as a table: one line for each entry. */
export default endpoint({
  async GET(request, context) {
    const user = await requireCaller(request, 'import');
    const id = importId(context);
    const found = await readImport(database(), user.id, id, { count: 1 });
    if (!found) throw missingImport();
    await requireRate('download', user.id);
    return new Response(streamOf(reportCsv(database(), user.id, id)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="import-${found.import.begunAt.slice(0, 10)}.csv"`,
      },
    });
  },
});

export const config: Config = { path: '/api/imports/:id/report' };
