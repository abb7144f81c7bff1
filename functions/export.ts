import type { Config } from '@netlify/functions';
import { exportFormats } from '../src/transfer/model/export-formats.ts';
import { ExportQuery } from '../src/transfer/model/export.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { exportName, exportStream } from '../src/transfer/server/export/export.ts';
import { answersAreLimited } from '../src/transfer/server/export/made.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { storageOf } from '../src/people/server/storage.ts';
import { recordActivity } from '../src/people/server/store/activity.ts';

/** Of what is stored, in bytes. It is several times that where copies of pages are unpacked. */
const sentAtOnce = 2 * 2 ** 20;

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'export');
    const { format } = checked(Object.fromEntries(new URL(request.url).searchParams), ExportQuery);
    await requireRate('download', user.id);
    const now = new Date();
    if (answersAreLimited() && (await storageOf(user.id, now)).used > sentAtOnce) {
      const how = 'POST /api/exports has it made, and says where its parts are.';
      throw new HttpError(409, 'Conflict', `Your file may be larger than one answer can be here: ${how}`);
    }
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
