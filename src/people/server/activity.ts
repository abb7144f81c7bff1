import type { Activity, ActivityKind } from '../model/activity.ts';
import { deviceInWords } from '../../platform/model/device.ts';

/** The entry for what a call does to an account. */
export function activityOf(request: Request, kind: ActivityKind, now: Date, detail?: string): Activity {
  const device = deviceInWords(request.headers.get('User-Agent') ?? '');
  return { kind, at: now.toISOString(), device, ...(detail === undefined ? {} : { detail }) };
}
