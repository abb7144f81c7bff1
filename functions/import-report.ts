import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { importId, missingImport } from '../src/transfer/server/import/import-address.ts';
import { streamOf } from '../src/platform/server/http/text-stream.ts';
import { reportCsv } from '../src/transfer/server/import/import-report.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { readImport } from '../src/transfer/server/store/imports.ts';

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
