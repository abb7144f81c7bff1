import type { Config } from '@netlify/functions';
import { invalidRoute } from '../src/platform/model/page-problem.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { htmlResponse, pageCaching } from '../src/platform/server/http/html.ts';
import { readablePath } from '../src/platform/server/http/path.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readLog } from '../src/moderation/server/log.ts';
import { logHtml } from '../src/app/pages/markup.tsx';
import { pageEndpoint, requiredShell } from '../src/app/pages/page-endpoint.ts';

/** The public moderation log, whole without JavaScript. The CDN keeps each page, so that reading costs no function call. */
export default pageEndpoint(async (request, { params }) => {
  const number = /^[1-9]\d{0,4}$/.test(params['page'] ?? '') ? Number(params['page']) : 0;
  const page = number === 0 ? undefined : await readLog(database(), number);
  if (!page || number > page.pages) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  return htmlResponse(200, logHtml(await requiredShell(request, '/404.html'), page), pageCaching.shared(cacheTags.log));
});

export const config: Config = { path: '/moderation/log/:page', preferStatic: true };
