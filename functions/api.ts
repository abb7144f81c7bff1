import type { Config } from '@netlify/functions';
import { tables } from '../src/app/api.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** The calls that are fast and frequent. Heavy ones have functions of their own. */
export default apiOf(...tables);

export const config: Config = {
  path: ['/api/*', '/api'],
  // The paths of other functions. The platform reads this without running it, so it has to be literal.
  excludedPath: [
    '/api/_copy',
    '/api/account/avatar',
    '/api/account/data',
    '/api/account/deletion',
    '/api/account/export',
    '/api/assistant/*',
    '/api/books',
    '/api/books/*',
    '/api/capture',
    '/api/export',
    '/api/exports',
    '/api/exports/*',
    '/api/import',
    '/api/imports',
    '/api/imports/*',
    '/api/notes/:uuid/copy',
    '/api/notes/:uuid/imported',
    '/api/openapi.json',
    '/api/pictures',
  ],
};
