import type { Config } from '@netlify/functions';
import { WeeklySetting } from '../src/recommendations/model/page.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireSession } from '../src/people/server/session.ts';
import { beginWeekly, endWeekly, wantsWeekly } from '../src/recommendations/server/store/weekly.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ weekly: await wantsWeekly(database(), user.id) });
  },

  async PUT(request) {
    const { user } = await requireSession(request);
    const { weekly } = await readJson(request, WeeklySetting, 1024);
    await (weekly ? beginWeekly(database(), user.id, new Date()) : endWeekly(database(), user.id));
    return Response.json({ weekly });
  },
});

export const config: Config = { path: '/api/for-you/weekly' };
