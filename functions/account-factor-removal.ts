import type { Config } from '@netlify/functions';
import { Proof } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { factorOffLetter } from '../src/people/server/emails.ts';
import { sendMail } from '../src/platform/server/mail.ts';
import { requireProof } from '../src/people/server/proof.ts';
import { requireSession } from '../src/people/server/session.ts';
import { dropFactor, readFactor } from '../src/people/server/store/second-factor.ts';

const off = () => new HttpError(404, 'Not Found', 'The second step is not on.');

export default endpoint({
  async POST(request, context) {
    const session = await requireSession(request);
    const now = new Date();
    await requireProof(session, await readJson(request, Proof, maxPasskeyBytes), now, async () => {
      if (!(await readFactor(database(), session.user.id))) throw off();
    });
    const { user } = session;
    if (!(await dropFactor(database(), user.id, activityOf(request, 'second-factor-off', now)))) {
      throw off();
    }
    await later(context, () => sendMail(factorOffLetter(user.email ?? '', user.handle)));
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/account/factor/removal' };
