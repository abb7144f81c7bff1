import type { Config } from '@netlify/functions';
import { Proof } from '../src/domain/account.ts';
import { maxPasskeyBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { endpoint, later } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { factorOffLetter } from '../src/server/letters.ts';
import { sendMail } from '../src/server/mail.ts';
import { requireProof } from '../src/server/proof.ts';
import { requireSession } from '../src/server/session.ts';
import { dropFactor } from '../src/server/store/second-factor.ts';

export default endpoint({
  async POST(request, context) {
    const session = await requireSession(request);
    const now = new Date();
    await requireProof(session, await readJson(request, Proof, maxPasskeyBytes), now);
    const { user } = session;
    if (!(await dropFactor(database(), user.id, activityOf(request, 'second-factor-off', now)))) {
      throw new HttpError(404, 'Not Found', 'The second step is not on.');
    }
    await later(context, () => sendMail(factorOffLetter(user.email ?? '', user.handle)));
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/account/factor/removal' };
