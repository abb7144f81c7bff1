import type { CallsOf, Routes } from '../../platform/server/http/route.ts';
import { accountRoutes } from './routes-account.ts';
import { exportRoutes } from './routes-export.ts';
import { importRoutes } from './routes-import.ts';

/** Import, export, and the deletion of an account. */
export const transferRoutes = { ...importRoutes, ...exportRoutes, ...accountRoutes } satisfies Routes;

export type TransferCalls = CallsOf<typeof transferRoutes>;
