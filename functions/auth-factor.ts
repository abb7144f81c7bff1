import type { Config } from '@netlify/functions';
import { FactorSignIn } from '../src/people/model/second-factor.ts';
import { maxAccountBytes } from '../src/people/server/accounts.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { signInWithFactor } from '../src/people/server/second-factor/sign-in.ts';

export default endpoint({
  async POST(request, { client }) {
    const given = await readJson(request, FactorSignIn, maxAccountBytes);
    await requireRate('prove', client);
    return signInWithFactor(request, given, new Date());
  },
});

export const config: Config = { path: '/api/auth/signin/factor' };
