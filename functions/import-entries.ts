import type { Config } from '@netlify/functions';
import { ImportPart } from '../src/domain/import.ts';
import { limits } from '../src/domain/limits.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { importId, missingImport } from '../src/server/http/import-address.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { jsonOf, readJsonBytes } from '../src/server/http/read-json.ts';
import { Line } from '../src/server/bounded/line.ts';
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
