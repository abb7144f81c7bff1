import type { Config } from '@netlify/functions';
import { UseLink } from '../src/domain/account.ts';
import { maxAccountBytes } from '../src/server/accounts.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { linkProblem } from '../src/server/http/link-problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { accessOf } from '../src/server/passwords.ts';
import { requireRate } from '../src/server/rates.ts';

/** By POST, so that the link's secret is in no address, and nothing that follows addresses asks. */
export default endpoint({
  async POST(request, { client }) {
    const { token } = await readJson(request, UseLink, maxAccountBytes);
    await requireRate('prove', client);
    const access = await accessOf(database(), token);
    if (!access) throw linkProblem({ ok: false, reason: 'spent' });
    return Response.json(access);
  },
});

export const config: Config = { path: '/api/auth/reset/access' };
