import { callsOf } from '../../platform/browser/api.ts';
import { pagesOf, queriesOf } from '../../platform/browser/use-query.ts';
import type { LibraryCalls } from '../server/routes.ts';

/**
 * The calls about reading lists, highlights and collections, and their GETs as hooks, by method and path as in the tables
 * of routes.
 */
export const call = callsOf<LibraryCalls>();
export const useCall = queriesOf<LibraryCalls>();
export const useCallPages = pagesOf<LibraryCalls>();
export type CollectedPage = LibraryCalls['GET /api/collections/{id}']['data'];
