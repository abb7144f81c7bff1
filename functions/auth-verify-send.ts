import type { Config } from '@netlify/functions';
import { sendVerification } from '../src/server/addresses.ts';
import { database } from '../src/server/database.ts';
import { endpoint, later } from '../src/server/http/endpoint.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';

export default endpoint({
  async POST(request, context) {
    const { user } = await requireSession(request);
    await requireRate('verifyTo', user.email ?? user.id);
    await later(context, () => sendVerification(database(), user, new Date()));
    return Response.json({ asked: true }, { status: 202 });
  },
});

export const config: Config = { path: '/api/auth/verify/send' };
