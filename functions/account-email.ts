import type { Config } from '@netlify/functions';
import { ChangeAddress } from '../src/people/model/account.ts';
import { maxAccountBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { sendAddressChange } from '../src/people/server/addresses.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireAddressMail } from '../src/people/server/mail-limits.ts';
import { checkProof, rememberProof } from '../src/people/server/proof.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';

export default endpoint({
  async POST(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const { email, ...proof } = await readJson(request, ChangeAddress, maxAccountBytes);
    const now = new Date();
    await checkProof(session, proof, now);
    await requireRate('askAddress', user.id);
    await requireAddressMail(user.id, email);
    await rememberProof(session, now, activityOf(request, 'address-change-asked', now, email));
    await later(context, () => sendAddressChange(database(), user, email, now));
    return Response.json({ asked: true }, { status: 202 });
  },
});

export const config: Config = { path: '/api/account/email' };
