import { createHash } from 'node:crypto';
import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { ImportVisibility } from '../src/transfer/model/import.ts';
import { limits } from '../src/platform/model/limits.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { readUpload } from '../src/platform/server/http/read-upload.ts';
import { importFile } from '../src/transfer/server/import/import-file.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { readImport } from '../src/transfer/server/store/imports.ts';

const Fields = z.strictObject({ visibility: ImportVisibility.default('private') });

export default endpoint({
  async POST(request, context) {
    const user = await requireCaller(request, 'import');
    requireStanding(user, 'note', new Date());
    const { file, fields } = await readUpload(request, limits.import.fileBytes);
    const { visibility } = checked(fields, Fields);
    await requireRate('imports', user.id);
    const fingerprint = createHash('sha256').update(file.bytes).digest('hex');
    const source = { name: file.name || 'file', bytes: file.bytes, fingerprint };
    const taken = await importFile(database(), user, source, visibility, () => new Date());
    if (!taken.ok)
      throw new HttpError(400, 'Bad Request', taken.why, { errors: [{ path: 'file', message: taken.why }] });
    await afterWrite(taken.revision, '', context);
    return Response.json(await readImport(database(), user.id, taken.import.id));
  },
});

export const config: Config = { path: '/api/import' };
