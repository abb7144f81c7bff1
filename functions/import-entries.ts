import type { Config } from '@netlify/functions';
import { ImportPart } from '../src/domain/import.ts';
import { limits } from '../src/domain/limits.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { importId, missingImport } from '../src/server/http/import-address.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { takePart } from '../src/server/imports.ts';
import { afterWrite } from '../src/server/publishing.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireStanding } from '../src/server/standing.ts';

export default endpoint({
  async POST(request, context) {
    const user = await requireCaller(request, 'import');
    const id = importId(context);
    const now = new Date();
    requireStanding(user, 'note', now);
    const part = await readJson(request, ImportPart, limits.import.characters * 6 + limits.import.copyBytes);
    await requireRate('importParts', user.id);
    const taken = await takePart(database(), user, id, part, now);
    if (!taken.ok && taken.reason === 'missing') throw missingImport();
    if (!taken.ok) {
      const { at, state } = taken.import;
      const where = state === 'done' ? 'It is finished.' : `Go on with entry ${at + 1}.`;
      throw new HttpError(409, 'Conflict', `This part does not begin where the import is. ${where}`, {
        members: { current: taken.import },
      });
    }
    await afterWrite(taken.revision, taken.lines.at(-1)?.uuid ?? '', context);
    return Response.json({ import: taken.import, lines: taken.lines });
  },
});

export const config: Config = { path: '/api/imports/:id/entries' };
