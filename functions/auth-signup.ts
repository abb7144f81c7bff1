import type { Config } from '@netlify/functions';
import { SignUp } from '../src/people/model/user.ts';
import { maxAccountBytes, register } from '../src/people/server/accounts.ts';
import { sendVerification } from '../src/people/server/addresses.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { becomeOwnerIfFirst } from '../src/people/server/owner.ts';
import { isWithinRate, requireRate } from '../src/platform/server/rates.ts';
import { sessionUserOf, signIn } from '../src/people/server/session.ts';

const taken = {
  email: 'This address already has an account. Sign in instead.',
  handle: 'Somebody has this handle. Choose another.',
};

export default endpoint({
  async POST(request, context) {
    const wished = await readJson(request, SignUp, maxAccountBytes);
    await requireRate('signUp', context.client);
    const registered = await register(database(), wished, new Date());
    if (!registered.ok) {
      const errors = registered.fields.map((path) => ({ path, message: taken[path] }));
      throw new HttpError(409, 'Conflict', `Nothing was saved. Already taken: ${registered.fields.join(', ')}.`, {
        errors,
      });
    }
    const user = await becomeOwnerIfFirst(database(), registered.user, environment());
    await later(context, async () => {
      if (await isWithinRate('verifyTo', wished.email)) await sendVerification(database(), user, new Date());
    });
    const cookie = await signIn(request, user.id, 'account-opened');
    return Response.json({ user: sessionUserOf(user) }, { status: 201, headers: { 'Set-Cookie': cookie } });
  },
});

export const config: Config = { path: '/api/auth/signup' };
