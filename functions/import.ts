import type { Config } from '@netlify/functions';
import { apiOf } from '../src/platform/server/http/api.ts';
import { importRoutes } from '../src/transfer/server/routes-import.ts';

/** Imports files of other programs; their readers run in threads. */
export default apiOf(importRoutes);

export const config: Config = {
  path: ['/api/import', '/api/imports', '/api/imports/*', '/api/notes/:uuid/imported'],
};
