import type { Config } from '@netlify/functions';
import { ChangeAddress } from '../src/domain/account.ts';
import { maxAccountBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { sendAddressChange } from '../src/server/addresses.ts';
import { database } from '../src/server/database.ts';
import { endpoint, later } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireAddressMail } from '../src/server/mail-limits.ts';
import { checkProof, rememberProof } from '../src/server/proof.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';

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
