import type { Config } from '@netlify/functions';
import { modelSettings } from '../src/server/assistant/model.ts';
import { environment } from '../src/server/env.ts';

/** Lets the model go on reading, where there is one: in a background function, since a scheduled one has half a minute. */
export default async function modelReadingDue(): Promise<Response> {
  const env = environment();
  if (!modelSettings(env)) return Response.json({ outcome: 'no-model' });
  const { status } = await fetch(`${env.SITE_URL}/.netlify/functions/model-reading`, { method: 'POST' });
  return Response.json({ outcome: 'begun', status });
}

export const config: Config = { schedule: '*/5 * * * *' };
