import type { Config } from '@netlify/functions';
import { Proof } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { makingOptions } from '../src/people/server/passkeys.ts';
import { requireProof } from '../src/people/server/proof.ts';
import { requireSession } from '../src/people/server/session.ts';

/** A passkey opens the account for good, so whoever adds one proves first that it is theirs. */
export default endpoint({
  async POST(request) {
    const session = await requireSession(request);
    const { user } = session;
    const proof = await readJson(request, Proof, maxPasskeyBytes);
    const now = new Date();
    await requireProof(session, proof, now);
    return Response.json({ options: await makingOptions(database(), user, now) });
  },
});

export const config: Config = { path: '/api/passkeys/options' };
