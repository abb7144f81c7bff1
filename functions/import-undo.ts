import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { importId, missingImport } from '../src/transfer/server/import/import-address.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { undoStep } from '../src/transfer/server/import/import-undo.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';

/** Undoes the next part of an import: to be called until the import says that it is undone. */
export default endpoint({
  async POST(request, context) {
    const user = await requireCaller(request, 'import');
    await requireRate('importParts', user.id);
    const step = await undoStep(database(), user, importId(context), new Date());
    if (!step.ok && step.reason === 'missing') throw missingImport();
    if (!step.ok) {
      const detail = 'What this import did was not noted, since an earlier version made it: it cannot be undone.';
      throw new HttpError(409, 'Conflict', detail);
    }
    await forgetCount(database(), user.id);
    await afterWrite(step.revision, '', context);
    return Response.json({ import: step.import, left: step.left });
  },
});

export const config: Config = { path: '/api/imports/:id/undo' };
