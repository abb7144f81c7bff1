import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { usingOptions } from '../src/people/server/passkeys.ts';
import { requireRate } from '../src/platform/server/rates.ts';

export default endpoint({
  async POST(_request, { client }) {
    await requireRate('challenge', client);
    return Response.json({ options: await usingOptions(database(), new Date()) });
  },
});

export const config: Config = { path: '/api/auth/passkey/options' };
