import type { Config } from '@netlify/functions';
import { apiOf } from '../src/platform/server/http/api.ts';
import { assistantRoutes } from '../src/assistant/server/routes.ts';
import { askingRoutes } from '../src/mine/server/ask-library.ts';

/** The reading assistant, which may call a model. */
export default apiOf(assistantRoutes, askingRoutes);

export const config: Config = {
  path: '/api/assistant/*',
};
