import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { publishIfBehind } from '../src/server/publishing.ts';

/** Asks for the build that a lost hook call or a dead build left undone. */
export default async function publishHeal(): Promise<Response> {
  return Response.json({ outcome: await publishIfBehind(database(), environment(), new Date()) });
}

export const config: Config = { schedule: '*/5 * * * *' };
