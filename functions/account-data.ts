import type { Config } from '@netlify/functions';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { streamOf } from '../src/platform/server/http/text-stream.ts';
import { ownData } from '../src/transfer/server/account/own-data.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { recordActivity } from '../src/people/server/store/activity.ts';

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
