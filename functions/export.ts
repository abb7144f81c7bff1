import type { Config } from '@netlify/functions';
import { exportFormats } from '../src/domain/export-formats.ts';
import { ExportQuery, type ExportFormat } from '../src/domain/export.ts';
import type { User } from '../src/domain/user.ts';
import { activityOf } from '../src/server/activity.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { copyFiles } from '../src/server/export/copies.ts';
import { highlightsCsv, highlightsMarkdown } from '../src/server/export/highlights.ts';
import { jsonExport } from '../src/server/export/json.ts';
import { markdownFiles } from '../src/server/export/markdown.ts';
import { netscapeExport } from '../src/server/export/netscape.ts';
import { siteFiles } from '../src/server/export/site.ts';
import { zipOf } from '../src/server/export/zip.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked } from '../src/server/http/read-json.ts';
import { streamOf } from '../src/server/http/text-stream.ts';
import { requireRate } from '../src/server/rates.ts';
import { recordActivity } from '../src/server/store/activity.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'export');
    const { format } = checked(Object.fromEntries(new URL(request.url).searchParams), ExportQuery);
    await requireRate('download', user.id);
    const now = new Date();
    await recordActivity(database(), user.id, activityOf(request, 'exported', now, format));
    const { type, ending } = exportFormats[format];
    const name = `commonplace-${user.handle}-${now.toISOString().slice(0, 10)}${ending}`;
    return new Response(exported(format, user, now), {
      headers: {
        'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    });
  },
});

function exported(format: ExportFormat, user: User, now: Date): ReadableStream<Uint8Array> {
  const { SITE_URL } = environment();
  if (format === 'json') return streamOf(jsonExport(database(), user));
  if (format === 'highlights') return streamOf(highlightsMarkdown(database(), user.id));
  if (format === 'highlights-csv') return streamOf(highlightsCsv(database(), user.id));
  if (format === 'netscape') return streamOf(netscapeExport(database(), user, SITE_URL));
  if (format === 'copies') return zipOf(copyFiles(database(), user.id));
  return zipOf(format === 'markdown' ? markdownFiles(database(), user.id) : siteFiles(database(), user, SITE_URL, now));
}

export const config: Config = { path: '/api/export' };
