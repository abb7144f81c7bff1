import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { sweep } from '../src/moderation/server/sweep.ts';
import { requestBuild } from '../src/publishing/server/publishing.ts';

/** Goes on with what a decision about a person's writings left to do. */
export default async function moderationSweep(): Promise<Response> {
  const { revision, uuids } = await sweep(database());
  if (revision !== null) await requestBuild(database(), environment());
  return Response.json({ changed: uuids.size });
}

export const config: Config = { schedule: '*/5 * * * *' };
