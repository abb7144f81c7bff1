import { exportFormats, type ExportFormat } from '../../model/export-formats.ts';
import type { User } from '../../../people/model/user.ts';
import { streamOf } from '../../../platform/server/http/text-stream.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { copyFiles } from './copies.ts';
import { highlightsCsv, highlightsMarkdown } from './highlights.ts';
import { jsonExport } from './json.ts';
import { markdownFiles } from './markdown.ts';
import { netscapeExport } from './netscape.ts';
import { siteFiles } from './site.ts';
import { zipOf } from './zip.ts';

/** All that a person has, as a file of this format that is made while it is read. */
export function exportStream(
  redis: Redis,
  format: ExportFormat,
  user: User,
  siteUrl: string,
  now: Date,
): ReadableStream<Uint8Array> {
  switch (format) {
    case 'json':
      return streamOf(jsonExport(redis, user));
    case 'markdown':
      return zipOf(markdownFiles(redis, user.id));
    case 'netscape':
      return streamOf(netscapeExport(redis, user, siteUrl));
    case 'site':
      return zipOf(siteFiles(redis, user, siteUrl, now));
    case 'copies':
      return zipOf(copyFiles(redis, user.id));
    case 'highlights':
      return streamOf(highlightsMarkdown(redis, user.id));
    case 'highlights-csv':
      return streamOf(highlightsCsv(redis, user.id));
  }
}

/** What the file is called. */
export function exportName(format: ExportFormat, user: User, now: Date): string {
  return `commonplace-${user.handle}-${now.toISOString().slice(0, 10)}${exportFormats[format].ending}`;
}
