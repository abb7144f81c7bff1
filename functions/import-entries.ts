import type { Config } from '@netlify/functions';
import { ImportPart } from '../src/transfer/model/import.ts';
import { limits } from '../src/platform/model/limits.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { importId, missingImport } from '../src/transfer/server/import/import-address.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { jsonOf, readJsonBytes } from '../src/platform/server/http/read-json.ts';
import { Line } from '../src/platform/server/bounded/line.ts';
import { takePart } from '../src/transfer/server/import/imports.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireStanding } from '../src/people/server/suspension.ts';

export default endpoint({
  async POST(request, context) {
    const user = await requireCaller(request, 'import');
    const id = importId(context);
    const now = new Date();
    requireStanding(user, 'note', now);
    const bytes = await readJsonBytes(request, limits.import.characters * 6 + limits.import.copyBytes);
    await requireRate('importParts', user.id);
    const taken = await inTurn(bytes.length, () => takePart(database(), user, id, jsonOf(bytes, ImportPart), now));
    if (!taken.ok && taken.reason === 'missing') throw missingImport();
    if (!taken.ok) {
      const { at, state } = taken.import;
      const where =
        { running: `Go on with entry ${at + 1}.`, done: 'It is finished.' }[String(state)] ?? 'It was undone.';
      throw new HttpError(409, 'Conflict', `This part does not begin where the import is. ${where}`, {
        members: { current: taken.import },
      });
    }
    await afterWrite(taken.revision, taken.lines.at(-1)?.uuid ?? '', context);
    return Response.json({ import: taken.import, lines: taken.lines });
  },
});

/** A part with the copy of a page takes ten times its size until it is stored. In bytes. */
const large = 1_000_000;
const line = new Line('part');

/** One large part at a time: the others wait as the bytes that they are. */
async function inTurn<Result>(size: number, work: () => Promise<Result>): Promise<Result> {
  if (size < large) return work();
  await line.enter();
  try {
    return await work();
  } finally {
    line.leave();
  }
}

export const config: Config = { path: '/api/imports/:id/entries' };
