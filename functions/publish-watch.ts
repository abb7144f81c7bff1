import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { refusalOf } from '../src/platform/server/own-call.ts';
import { watchPublishing } from '../src/publishing/server/publishing.ts';

/** A background function has a quarter of an hour; the schedule looks again after it. */
const timeoutMs = 12 * 60_000;

/** Asks for the build that was killed a moment before the schedule looked. For publish-heal; one of them waits at a time. */
export default async function publishWatch(request: Request): Promise<Response | undefined> {
  const refusal = await refusalOf(request, 'publish-watch', new Date());
  if (refusal) return refusal;
  const end = Date.now() + timeoutMs;
  const mayGoOn = () => Date.now() < end;
  await watchPublishing(database(), environment(), { now: () => new Date(), wait: (ms) => pause(ms), mayGoOn });
  return undefined;
}

export const config: Config = { background: true, method: 'POST' };
