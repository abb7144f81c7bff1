import { causeOf } from '../../platform/model/remembered.ts';
import { announceSoon } from '../../inbox/server/events.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { afterWrite, dropLog } from '../../publishing/server/publishing.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Decided } from './decide.ts';
import { sweep } from './sweep.ts';
import { log } from '../../platform/server/log.ts';

/** What follows a decision: a rebuild, the person told, and all their writings brought in line where it asks for that. */
export async function afterDecision(redis: Redis, decided: Decided, now: Date, context: CallContext): Promise<void> {
  if (decided.noteUuid !== undefined) await afterWrite(decided.revision, decided.noteUuid, context);
  await dropLog(context);
  if (decided.tell) await announceSoon(redis, decided.tell, now, context);
  if (!decided.sweeps) return;
  const work = sweepNow(redis, context);
  if (context.waitUntil) context.waitUntil(work);
  else await work;
}

/** A sweep that fails is logged; the scheduled one goes on. */
async function sweepNow(redis: Redis, context: CallContext): Promise<void> {
  try {
    const { revision, uuids } = await sweep(redis);
    for (const uuid of uuids) await afterWrite(revision, uuid, context);
  } catch (error) {
    const what = 'bringing writings in line with their author’s standing failed';
    log('warn', what, { error: causeOf(error) });
  }
}
