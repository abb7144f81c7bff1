import type { Config } from '@netlify/functions';
import { captureRoutes } from '../src/capture/server/routes.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** Reads web pages, which takes up to ten seconds and needs the HTML parser. */
export default apiOf(captureRoutes);

export const config: Config = { path: ['/api/capture', '/api/notes/:uuid/copy'] };
