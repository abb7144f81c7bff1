import type { Config } from '@netlify/functions';
import { Proof } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireProof } from '../src/people/server/proof.ts';
import { newCodesFor } from '../src/people/server/second-factor/second-factor.ts';
import { requireSession } from '../src/people/server/session.ts';
import { readFactor } from '../src/people/server/store/second-factor.ts';

const off = () => new HttpError(404, 'Not Found', 'The second step is not on.');

export default endpoint({
  async POST(request) {
    const session = await requireSession(request);
    const now = new Date();
    await requireProof(session, await readJson(request, Proof, maxPasskeyBytes), now, async () => {
      if (!(await readFactor(database(), session.user.id))) throw off();
    });
    const codes = await newCodesFor(database(), session.user, activityOf(request, 'recovery-codes-made', now));
    if (codes) return Response.json({ codes });
    throw off();
  },
});

export const config: Config = { path: '/api/account/factor/codes' };
