import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { RecommendationCalls } from '../server/routes.ts';

/** The calls of recommendations, and their GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<RecommendationCalls>();
export const useCall = queriesOf<RecommendationCalls>();
