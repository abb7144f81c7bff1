import { callsOf } from '../../platform/browser/api.ts';
import type { MineCalls } from '../server/routes.ts';

/** The calls about a whole library. */
export const call = callsOf<MineCalls>();
