import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { DiscussionCalls } from '../server/routes.ts';

/** The calls of discussions, and their GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<DiscussionCalls>();
export const useCall = queriesOf<DiscussionCalls>();
