import type { Config } from '@netlify/functions';
import { copyOnOwnCall } from '../src/capture/server/copy-on-own-call.ts';
import { captureRoutes } from '../src/capture/server/routes.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

const api = apiOf(captureRoutes);

/** Reads web pages, which takes up to ten seconds and needs the HTML parser, for people and for the site itself. */
const capture: typeof api = (request, context) =>
  new URL(request.url).pathname === '/api/_copy' ? copyOnOwnCall(request) : api(request, context);
export default capture;

export const config: Config = { path: ['/api/capture', '/api/_copy', '/api/notes/:uuid/copy'] };
