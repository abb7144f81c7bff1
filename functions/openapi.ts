import type { Config } from '@netlify/functions';
import { descriptionRoutes } from '../src/app/api-description.ts';
import { apiOf } from '../src/platform/server/http/api.ts';

/** The description of the API, which lists the calls of every function. */
export default apiOf(descriptionRoutes);

export const config: Config = { path: ['/api/openapi.json'] };
