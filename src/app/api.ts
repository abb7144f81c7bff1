import { iconRoutes } from './icon-routes.ts';
import type { Routes } from '../platform/server/http/route.ts';
import { copiesRoutes } from '../capture/server/routes-copies.ts';
import { discussionRoutes } from '../discussion/server/routes.ts';
import { inboxRoutes } from '../inbox/server/routes.ts';
import { libraryRoutes } from '../library/server/routes.ts';
import { collectionRoutes } from '../library/server/routes-collections.ts';
import { peopleRoutes } from '../people/server/routes.ts';
import { mineRoutes } from '../mine/server/routes.ts';
import { moderationRoutes } from '../moderation/server/routes.ts';
import { feedRoutes } from '../feeds/server/routes.ts';
import { maintenanceRoutes } from '../maintenance/routes.ts';
import { publishingRoutes } from '../publishing/server/routes.ts';
import { recommendationRoutes } from '../recommendations/server/routes.ts';
import { searchRoutes } from '../search/server/routes.ts';
import { writingRoutes } from '../writing/server/routes.ts';

/** The tables of light routes, which one function answers. */
export const tables: readonly Routes[] = [
  peopleRoutes,
  writingRoutes,
  libraryRoutes,
  mineRoutes,
  copiesRoutes,
  collectionRoutes,
  discussionRoutes,
  searchRoutes,
  inboxRoutes,
  recommendationRoutes,
  moderationRoutes,
  feedRoutes,
  publishingRoutes,
  maintenanceRoutes,
  iconRoutes,
];
