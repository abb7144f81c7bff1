import type { Config } from '@netlify/functions';
import { Proof } from '../src/domain/account.ts';
import { maxPasskeyBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireProof } from '../src/server/proof.ts';
import { newCodesFor } from '../src/server/second-factor/second-factor.ts';
import { requireSession } from '../src/server/session.ts';

export default endpoint({
  async POST(request) {
    const session = await requireSession(request);
    const now = new Date();
    await requireProof(session, await readJson(request, Proof, maxPasskeyBytes), now);
    const codes = await newCodesFor(database(), session.user, activityOf(request, 'recovery-codes-made', now));
    if (codes) return Response.json({ codes });
    throw new HttpError(404, 'Not Found', 'The second step is not on.');
  },
});

export const config: Config = { path: '/api/account/factor/codes' };
