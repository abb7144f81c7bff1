import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { startInBackground } from '../src/platform/server/own-call.ts';
import { publishIfBehind } from '../src/publishing/server/publishing.ts';

/**
 * Asks for the build that a lost hook call or a dead build left undone. What is under way may have been killed a moment
 * ago: a background function waits until it would have said that it lives, since a scheduled one has half a minute.
 */
export default async function publishHeal(): Promise<Response> {
  const now = new Date();
  const outcome = await publishIfBehind(database(), environment(), now);
  if (outcome === 'under-way') await startInBackground('publish-watch', now);
  return Response.json({ outcome });
}

export const config: Config = { schedule: '*/5 * * * *' };
