import type { Config } from '@netlify/functions';
import { letModelRead } from '../src/assistant/server/model/model-reading.ts';
import { embeddingSettings, modelSettings } from '../src/assistant/server/model/model.ts';
import { letModelEmbed } from '../src/assistant/server/model/vector-reading.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { refusalOf } from '../src/platform/server/own-call.ts';
import { afterModelReading } from '../src/publishing/server/publishing.ts';

/** A background function has a quarter of an hour; what one run leaves, the next one reads. */
const limits = {
  points: { notes: 200, ms: 10 * 60_000, timeoutMs: 90_000 },
  vectors: { notes: 2_000, ms: 2 * 60_000, timeoutMs: 30_000 },
};

/** Lets the models read what was published, for model-reading-due. No two runs go on at once, and none does more than is due. */
export default async function modelReading(request: Request): Promise<Response | undefined> {
  const now = new Date();
  const refusal = await refusalOf(request, 'model-reading', now);
  if (refusal) return refusal;
  const env = environment();
  const [writing, embedding] = [modelSettings(env), embeddingSettings(env)];
  if (embedding) await letModelEmbed(database(), embedding, { now, limits: limits.vectors });
  if (!writing) return undefined;
  const { written } = await letModelRead(database(), writing, { now, limits: limits.points });
  await afterModelReading(written);
  return undefined;
}

export const config: Config = { background: true, method: 'POST' };
