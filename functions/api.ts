import type { Config } from '@netlify/functions';
import { libraryRoutes } from '../src/library/server/routes.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** The calls that are answered quickly and often. What is heavy has functions of its own. */
export default apiOf(libraryRoutes);

// The platform reads this without running it: every path of the tables above, spelled out.
export const config: Config = {
  path: [
    '/api/highlights',
    '/api/notes/:uuid/highlights',
    '/api/notes/:uuid/highlights/:id',
    '/api/notes/:uuid/marks',
    '/api/notes/:uuid/save',
    '/api/notes/:uuid/vote',
    '/api/reading-list',
  ],
};
