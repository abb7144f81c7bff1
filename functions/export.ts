import type { Config } from '@netlify/functions';
import { apiOf } from '../src/platform/server/http/api.ts';
import { accountRoutes } from '../src/transfer/server/routes-account.ts';
import { exportRoutes } from '../src/transfer/server/routes-export.ts';

/** Exports, and the deletion of an account. */
export default apiOf(accountRoutes, exportRoutes);

export const config: Config = {
  path: [
    '/api/account/data',
    '/api/account/deletion',
    '/api/account/export',
    '/api/books',
    '/api/books/*',
    '/api/export',
    '/api/exports',
    '/api/exports/*',
  ],
};
