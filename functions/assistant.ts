import type { Config } from '@netlify/functions';
import { apiOf } from '../src/platform/server/http/api.ts';
import { assistantRoutes } from '../src/assistant/server/routes.ts';

/** What is asked of the assistant, which may ask a model. */
export default apiOf(assistantRoutes);

export const config: Config = {
  path: '/api/assistant/*',
};
