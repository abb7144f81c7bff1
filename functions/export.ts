import type { Config } from '@netlify/functions';
import { exportFormats } from '../src/domain/export-formats.ts';
import { ExportQuery } from '../src/domain/export.ts';
import { activityOf } from '../src/server/activity.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { exportName, exportStream } from '../src/server/export/export.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { recordActivity } from '../src/server/store/activity.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'export');
    const { format } = checked(Object.fromEntries(new URL(request.url).searchParams), ExportQuery);
    await requireRate('download', user.id);
    const now = new Date();
    await recordActivity(database(), user.id, activityOf(request, 'exported', now, format));
    const { type } = exportFormats[format];
    return new Response(exportStream(database(), format, user, environment().SITE_URL, now), {
      headers: {
        'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'Content-Disposition': `attachment; filename="${exportName(format, user, now)}"`,
      },
    });
  },
});

export const config: Config = { path: '/api/export' };
