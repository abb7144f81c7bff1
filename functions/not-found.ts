import type { Config } from '@netlify/functions';
import { invalidRoute, noRoute } from '../src/domain/page-problem.ts';
import { readablePath } from '../src/server/http/path.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { pageEndpoint } from '../src/server/pages/page-endpoint.ts';

/** Routes whose last part must name something that exists; every other path is no route at all. */
const checkedRoutes = /^\/(note\/list|note\/detail|tag|u)\/./;

/** Says which path was asked for when neither a file nor another function answers. */
export default pageEndpoint((request) => {
  const path = readablePath(request);
  throw new HttpError(404, 'Not Found', checkedRoutes.test(path) ? invalidRoute(path) : noRoute(path));
});

export const config: Config = {
  path: '/*',
  excludedPath: ['/api/*', '/note/detail/*', '/_astro/*', '/.netlify/*', '/404.html', '/404'],
  preferStatic: true,
};
