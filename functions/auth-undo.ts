import type { Config } from '@netlify/functions';
import { UseLink } from '../src/domain/account.ts';
import type { ActivityKind } from '../src/domain/activity.ts';
import { maxAccountBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { linkProblem } from '../src/server/http/link-problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { undo } from '../src/server/undo.ts';

export default endpoint({
  async POST(request, { client }) {
    const { token } = await readJson(request, UseLink, maxAccountBytes);
    await requireRate('prove', client);
    const now = new Date();
    const note = (kind: ActivityKind, detail?: string) => activityOf(request, kind, now, detail);
    const undone = await undo(database(), token, note, now);
    if (!undone) throw linkProblem({ ok: false, reason: 'spent' });
    return Response.json(undone);
  },
});

export const config: Config = { path: '/api/auth/undo' };
