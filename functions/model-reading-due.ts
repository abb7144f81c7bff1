import type { Config } from '@netlify/functions';
import { embeddingSettings, modelSettings } from '../src/assistant/server/model/model.ts';
import { environment } from '../src/platform/server/env.ts';
import { startInBackground } from '../src/platform/server/own-call.ts';

/** Lets the models go on reading, where there are any: in a background function, since a scheduled one has half a minute. */
export default async function modelReadingDue(): Promise<Response> {
  const env = environment();
  if (!modelSettings(env) && !embeddingSettings(env)) return Response.json({ outcome: 'no-model' });
  return Response.json({ outcome: 'begun', status: await startInBackground('model-reading', new Date()) });
}

export const config: Config = { schedule: '*/5 * * * *' };
