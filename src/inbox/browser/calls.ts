import { callsOf } from '../../platform/browser/api.ts';
import { pagesOf, queriesOf } from '../../platform/browser/use-query.ts';
import type { InboxCalls } from '../server/routes.ts';

/** The calls of the inbox, and its GETs as hooks, by method and path as in the tables of routes. */
export const call = callsOf<InboxCalls>();
export const useCall = queriesOf<InboxCalls>();
export const useCallPages = pagesOf<InboxCalls>();
