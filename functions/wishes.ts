import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { wishesOf } from '../src/recommendations/server/feedback.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json({ wishes: await wishesOf(database(), user.id) });
  },
});

export const config: Config = { path: '/api/for-you/wishes' };
