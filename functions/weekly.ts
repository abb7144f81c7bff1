import type { Config } from '@netlify/functions';
import { WeeklySetting } from '../src/domain/for-you/page.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireSession } from '../src/server/session.ts';
import { beginWeekly, endWeekly, wantsWeekly } from '../src/server/store/weekly.ts';

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
