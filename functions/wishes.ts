import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { wishesOf } from '../src/server/for-you/wishes.ts';
import { endpoint } from '../src/server/http/endpoint.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json({ wishes: await wishesOf(database(), user.id) });
  },
});

export const config: Config = { path: '/api/for-you/wishes' };
