import type { Config } from '@netlify/functions';
import type { ActivityKind } from '../src/domain/activity.ts';
import { UseLink } from '../src/domain/account.ts';
import { maxAccountBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { spendLink } from '../src/server/addresses.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { linkProblem } from '../src/server/http/link-problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';

export default endpoint({
  async POST(request, { client }) {
    const { token } = await readJson(request, UseLink, maxAccountBytes);
    await requireRate('prove', client);
    const now = new Date();
    const note = (kind: ActivityKind, detail?: string) => activityOf(request, kind, now, detail);
    const done = await spendLink(database(), token, environment(), note, now);
    if (!done.ok) throw linkProblem(done);
    return Response.json(done.used);
  },
});

export const config: Config = { path: '/api/auth/verify' };
