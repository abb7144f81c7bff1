import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { goOnWithAll } from '../src/transfer/server/account/account-deletion.ts';
import { requestBuild } from '../src/publishing/server/publishing.ts';

/** Milliseconds; the next run goes on. */
const timeoutMs = 20_000;

/** Goes on with what people who deleted their accounts left. */
export default async function accountLeaving(): Promise<Response> {
  const now = new Date();
  const left = await goOnWithAll(database(), now, () => Date.now() < now.getTime() + timeoutMs);
  if (left) await requestBuild(database(), environment());
  return Response.json({ left });
}

export const config: Config = { schedule: '*/5 * * * *' };
