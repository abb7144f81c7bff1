import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { CollectionCalls } from '../server/routes.ts';

/** The calls about collections, and their GETs as hooks. */
export const call = callsOf<CollectionCalls>();
export const useCall = queriesOf<CollectionCalls>();
export type CollectedPage = CollectionCalls['GET /api/collections/{id}']['data'];
