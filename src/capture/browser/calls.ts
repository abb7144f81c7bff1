import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { CaptureCalls } from '../server/routes.ts';

/** The calls about pages of other sites, and their GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<CaptureCalls>();
export const useCall = queriesOf<CaptureCalls>();
