import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { usingOptions } from '../src/server/passkeys.ts';
import { requireRate } from '../src/server/rates.ts';

export default endpoint({
  async POST(_request, { client }) {
    await requireRate('challenge', client);
    return Response.json({ options: await usingOptions(database(), new Date()) });
  },
});

export const config: Config = { path: '/api/auth/passkey/options' };
