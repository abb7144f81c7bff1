import type { Config } from '@netlify/functions';
import { runScheduled } from '../src/app/scheduled.ts';

/** Runs the scheduled tasks that are due. */
export default async function scheduled(): Promise<Response> {
  return Response.json(await runScheduled(new Date()));
}

export const config: Config = { schedule: '*/5 * * * *' };
