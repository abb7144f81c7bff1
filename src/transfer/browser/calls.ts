import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { TransferCalls } from '../server/routes.ts';

/** The calls of imports and exports, and their GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<TransferCalls>();
export const useCall = queriesOf<TransferCalls>();
