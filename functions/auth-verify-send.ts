import type { Config } from '@netlify/functions';
import { sendVerification } from '../src/people/server/addresses.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';

export default endpoint({
  async POST(request, context) {
    const { user } = await requireSession(request);
    await requireRate('verifyTo', user.email ?? user.id);
    await later(context, () => sendVerification(database(), user, new Date()));
    return Response.json({ asked: true }, { status: 202 });
  },
});

export const config: Config = { path: '/api/auth/verify/send' };
