import type { Config } from '@netlify/functions';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { requireSession } from '../src/people/server/session.ts';
import { storageOf } from '../src/people/server/storage.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json(await storageOf(user.id, new Date()));
  },
});

export const config: Config = { path: '/api/account/storage' };
