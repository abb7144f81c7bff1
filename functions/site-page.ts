import type { Config } from '@netlify/functions';
import { invalidRoute } from '../src/platform/model/page-problem.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { pageCaching } from '../src/platform/server/http/html.ts';
import { readablePath } from '../src/platform/server/http/path.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { liveContent } from '../src/app/pages/live-content.ts';
import { movedPerson } from '../src/app/pages/moved-person.ts';
import { pageEndpoint } from '../src/app/pages/page-endpoint.ts';
import { renderPage } from '../src/app/pages/renderer.ts';

/**
 * Answers the pages of lists, tags and people that are no files, with the markup that a build would write. A
 * handle that was somebody's before leads to the present one.
 */
export default pageEndpoint(async (request) => {
  const page = await renderPage(request, liveContent(database()));
  const { pathname, search } = new URL(request.url);
  const moved = page.status === 404 ? await movedPerson(database(), pathname) : undefined;
  if (moved !== undefined) {
    const headers = { ...pageCaching.shared(cacheTags.lists), Location: moved + search };
    return new Response(null, { status: 301, headers });
  }
  if (page.status === 404) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const headers = { ...Object.fromEntries(page.headers), ...pageCaching.shared(cacheTags.lists) };
  return new Response(page.body, { status: page.status, headers });
});

export const config: Config = {
  path: ['/note/list/*', '/tag/*', '/u/*', '/note/detail/:uuid/:title/_payload.json'],
  preferStatic: true,
};
