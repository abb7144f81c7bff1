import type { Config } from '@netlify/functions';
import { noRoute } from '../src/platform/model/page-problem.ts';
import { HttpError, readablePath } from '../src/platform/server/http/problem.ts';
import { pageEndpoint } from '../src/app/pages/page-endpoint.ts';

/** Names the requested path when neither a file nor another function answers. */
export default pageEndpoint((request) => {
  const path = readablePath(request);
  throw new HttpError(404, 'Not Found', noRoute(path));
});

export const config: Config = {
  path: '/*',
  excludedPath: [
    '/api',
    '/api/*',
    '/collection/image/*',
    '/healthz',
    '/moderation/log/*',
    '/note/detail/*',
    '/note/image/*',
    '/note/list/*',
    '/note/thread/*',
    '/pictures/*',
    '/preview/*',
    '/readyz',
    '/tag/*',
    '/u/*',
    '/unsubscribe',
    '/.netlify/*',
    '/404.html',
    '/404',
  ],
  preferStatic: true,
};
