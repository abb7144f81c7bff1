import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { refusalOf } from '../src/platform/server/own-call.ts';
import { runDueExports } from '../src/transfer/server/export/scheduled-export.ts';

/** A background function has a quarter of an hour; what one run leaves, the next one goes on with. */
const timeoutMs = 12 * 60_000;

/** Brings to places of their own what people want there, for export-due. */
export default async function exportRun(request: Request): Promise<Response | undefined> {
  const refusal = await refusalOf(request, 'export-run', new Date());
  if (refusal) return refusal;
  const end = Date.now() + timeoutMs;
  await runDueExports(database(), { now: () => new Date(), mayGoOn: () => Date.now() < end });
  return undefined;
}

export const config: Config = { background: true, method: 'POST' };
