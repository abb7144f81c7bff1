import type { Config } from '@netlify/functions';
import { NewMadeExport, type ExportPlan } from '../src/transfer/model/made-export.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { askForExport, answersAreLimited } from '../src/transfer/server/export/made.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { startInBackground } from '../src/platform/server/own-call.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { recordActivity } from '../src/people/server/store/activity.ts';

export default endpoint({
  /** Where answers end at a size or after some seconds, the file is made first; elsewhere it is sent while it is made. */
  async POST(request, context) {
    const user = await requireCaller(request, 'export');
    const { format } = await readJson(request, NewMadeExport, 1024);
    if (!answersAreLimited()) {
      return Response.json({ href: `/api/export?format=${format}` } satisfies ExportPlan);
    }
    await requireRate('download', user.id);
    const now = new Date();
    await recordActivity(database(), user.id, activityOf(request, 'exported', now, format));
    const { userId: _, ...made } = await askForExport(database(), user, format, now);
    // What is asked for waits until somebody makes it, should this call be lost.
    await later(context, () => startInBackground('export-make', now));
    return Response.json({ made } satisfies ExportPlan, { status: 202 });
  },
});

export const config: Config = { path: '/api/exports' };
