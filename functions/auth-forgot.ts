import type { Config } from '@netlify/functions';
import { ForgotPassword } from '../src/people/model/account.ts';
import { maxAccountBytes } from '../src/people/server/accounts.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { mayMailReset } from '../src/people/server/mail-limits.ts';
import { sendReset } from '../src/people/server/passwords.ts';
import { requireRate } from '../src/platform/server/rates.ts';

export default endpoint({
  async POST(request, context) {
    const { email } = await readJson(request, ForgotPassword, maxAccountBytes);
    await requireRate('askReset', context.client);
    // After the answer, which is thus the same, and as quick, whoever has the address.
    await later(context, async () => {
      if (await mayMailReset(email, context.client)) await sendReset(database(), email, new Date());
    });
    return Response.json({ asked: true }, { status: 202 });
  },
});

export const config: Config = { path: '/api/auth/forgot' };
