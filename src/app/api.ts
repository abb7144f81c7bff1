import { libraryRoutes } from '../library/server/routes.ts';
import type { Routes } from '../platform/server/http/route.ts';

/** The tables of routes of all nouns. */
export const tables: readonly Routes[] = [libraryRoutes];
