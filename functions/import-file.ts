import { createHash } from 'node:crypto';
import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { ImportVisibility } from '../src/domain/import.ts';
import { limits } from '../src/domain/limits.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { checked } from '../src/server/http/read-json.ts';
import { readUpload } from '../src/server/http/read-upload.ts';
import { importFile } from '../src/server/import-file.ts';
import { afterWrite } from '../src/server/publishing.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireStanding } from '../src/server/standing.ts';
import { readImport } from '../src/server/store/imports.ts';

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
