import type { Config } from '@netlify/functions';
import { captureRoutes } from '../src/capture/server/routes.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** Reads pages of others, which takes up to ten seconds and what reads HTML. */
export default apiOf(captureRoutes);

export const config: Config = { path: ['/api/capture', '/api/notes/:uuid/copy'] };
