import type { Config } from '@netlify/functions';
import { invalidRoute } from '../src/domain/page-problem.ts';
import { cacheTags } from '../src/server/cache-tags.ts';
import { database } from '../src/server/database.ts';
import { htmlResponse, pageCaching } from '../src/server/http/html.ts';
import { readablePath } from '../src/server/http/path.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readLog } from '../src/server/moderation/log.ts';
import { logHtml } from '../src/server/pages/markup.tsx';
import { pageEndpoint, requiredShell } from '../src/server/pages/page-endpoint.ts';

/** The public moderation log, whole without JavaScript. The CDN keeps each page, so that reading costs no function call. */
export default pageEndpoint(async (request, { params }) => {
  const number = /^[1-9]\d{0,4}$/.test(params['page'] ?? '') ? Number(params['page']) : 0;
  const page = number === 0 ? undefined : await readLog(database(), number);
  if (!page || number > page.pages) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  return htmlResponse(200, logHtml(await requiredShell(request, '/404.html'), page), pageCaching.shared(cacheTags.log));
});

export const config: Config = { path: '/moderation/log/:page', preferStatic: true };
