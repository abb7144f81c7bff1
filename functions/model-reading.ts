import type { Config } from '@netlify/functions';
import { letModelRead } from '../src/server/assistant/model-reading.ts';
import { modelSettings } from '../src/server/assistant/model.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { afterModelReading } from '../src/server/publishing.ts';

/** A background function has a quarter of an hour; what one run leaves, the next one reads. */
const limits = { notes: 200, ms: 10 * 60_000, patienceMs: 90_000 };

/** Lets the model read what was published. Whoever calls it, no two runs go on at once, and none does more than is due. */
export default async function modelReading(): Promise<void> {
  const settings = modelSettings(environment());
  if (!settings) return;
  const { written } = await letModelRead(database(), settings, { now: new Date(), limits });
  await afterModelReading(written);
}

export const config: Config = { background: true, method: 'POST' };
