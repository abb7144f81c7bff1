import type { Config } from '@netlify/functions';
import { invalidRoute } from '../src/domain/page-problem.ts';
import { paths } from '../src/domain/paths.ts';
import { cacheTags } from '../src/server/cache-tags.ts';
import { database } from '../src/server/database.ts';
import { pageCaching } from '../src/server/http/html.ts';
import { readable, readablePath } from '../src/server/http/path.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { pageEndpoint } from '../src/server/pages/page-endpoint.ts';
import { findUserByHandle } from '../src/server/store/users.ts';

/** Answers a person's page and feeds where no file does: a handle that was theirs before leads to the present one. */
export default pageEndpoint(async (request, { params }) => {
  const asked = readable(params['handle'] ?? '').toLowerCase();
  const person = /^\w{3,24}$/.test(asked) ? await findUserByHandle(database(), asked) : undefined;
  if (!person || person.handle === asked) throw new HttpError(404, 'Not Found', invalidRoute(readablePath(request)));
  const { pathname, search } = new URL(request.url);
  const [, , , ...rest] = pathname.split('/');
  const location = [paths.person(person.handle), ...rest].join('/') + search;
  return new Response(null, {
    status: 301,
    headers: { ...pageCaching.shared(cacheTags.person(person.id)), Location: location },
  });
});

export const config: Config = { path: ['/u/:handle', '/u/:handle/*'], preferStatic: true };
