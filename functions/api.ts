import type { Config } from '@netlify/functions';
import { tables } from '../src/app/api.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** The calls that are answered quickly and often. What is heavy has functions of its own. */
export default apiOf(...tables);

// The platform reads this without running it: every path of the tables above, spelled out.
export const config: Config = {
  path: [
    '/api/comments/:id',
    '/api/comments/:id/vote',
    '/api/for-you',
    '/api/for-you/weekly',
    '/api/for-you/wishes',
    '/api/for-you/wishes/:kind/:id',
    '/api/highlights',
    '/api/inbox',
    '/api/inbox/read',
    '/api/inbox/settings',
    '/api/inbox/unread',
    '/api/notes/:uuid/comments',
    '/api/notes/:uuid/highlights',
    '/api/notes/:uuid/highlights/:id',
    '/api/notes/:uuid/marks',
    '/api/notes/:uuid/save',
    '/api/notes/:uuid/vote',
    '/api/reading-list',
    '/api/search',
    '/api/search/fresh',
    '/api/searches',
    '/api/searches/:id',
  ],
};
