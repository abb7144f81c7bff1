import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { RecommendationCalls } from '../server/routes.ts';

/** The calls about what is chosen for a reader, and their GETs as hooks, by method and path as they stand in the tables of routes. */
export const call = callsOf<RecommendationCalls>();
export const useCall = queriesOf<RecommendationCalls>();
