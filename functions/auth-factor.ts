import type { Config } from '@netlify/functions';
import { FactorSignIn } from '../src/domain/second-factor.ts';
import { maxAccountBytes } from '../src/server/accounts.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { signInWithFactor } from '../src/server/second-factor/sign-in.ts';

export default endpoint({
  async POST(request, { client }) {
    const given = await readJson(request, FactorSignIn, maxAccountBytes);
    await requireRate('prove', client);
    return signInWithFactor(request, given, new Date());
  },
});

export const config: Config = { path: '/api/auth/signin/factor' };
