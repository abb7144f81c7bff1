import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { publishIfBehind } from '../src/server/publishing.ts';

/**
 * Asks for the build that a lost hook call or a dead build left undone. What is under way may have been killed a moment
 * ago: a background function waits until it would have said that it lives, since a scheduled one has half a minute.
 */
export default async function publishHeal(): Promise<Response> {
  const env = environment();
  const outcome = await publishIfBehind(database(), env, new Date());
  if (outcome === 'under-way') await fetch(`${env.SITE_URL}/.netlify/functions/publish-watch`, { method: 'POST' });
  return Response.json({ outcome });
}

export const config: Config = { schedule: '*/5 * * * *' };
