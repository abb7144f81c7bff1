import { discussionRoutes } from '../discussion/server/routes.ts';
import { inboxRoutes } from '../inbox/server/routes.ts';
import { libraryRoutes } from '../library/server/routes.ts';
import { peopleRoutes } from '../people/server/routes.ts';
import type { Routes } from '../platform/server/http/route.ts';
import { recommendationRoutes } from '../recommendations/server/routes.ts';
import { searchRoutes } from '../search/server/routes.ts';

/** The tables of routes of all nouns. */
export const tables: readonly Routes[] = [
  peopleRoutes,
  libraryRoutes,
  discussionRoutes,
  searchRoutes,
  inboxRoutes,
  recommendationRoutes,
];
