import { callsOf } from '../../platform/browser/api.ts';
import { queriesOf } from '../../platform/browser/use-query.ts';
import type { ModerationCalls } from '../server/routes.ts';

/** The calls of moderation, and its GETs as hooks. */
export const call = callsOf<ModerationCalls>();
export const useCall = queriesOf<ModerationCalls>();
export type NewDecision = ModerationCalls['POST /api/moderation/decisions']['body'];
