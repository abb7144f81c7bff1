import type { Config } from '@netlify/functions';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { streamOf } from '../src/server/http/text-stream.ts';
import { ownData } from '../src/server/own-data.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';
import { recordActivity } from '../src/server/store/activity.ts';

export default endpoint({
  async GET(request) {
    const session = await requireSession(request);
    await requireRate('download', session.user.id);
    const now = new Date();
    await recordActivity(database(), session.user.id, activityOf(request, 'data-downloaded', now));
    const name = `commonplace-${session.user.handle}-${now.toISOString().slice(0, 10)}.json`;
    return new Response(streamOf(ownData(database(), session, now)), {
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    });
  },
});

export const config: Config = { path: '/api/account/data' };
