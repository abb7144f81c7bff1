import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { startInBackground } from '../src/platform/server/own-call.ts';
import { countDueExports } from '../src/transfer/server/store/scheduled-exports.ts';

/** Begins what is due of exports by schedule: in a background function, since a scheduled one has half a minute. */
export default async function exportDue(): Promise<Response> {
  const now = new Date();
  if ((await countDueExports(database(), now)) === 0) return Response.json({ outcome: 'not-due' });
  return Response.json({ outcome: 'begun', status: await startInBackground('export-run', now) });
}

export const config: Config = { schedule: '*/10 * * * *' };
