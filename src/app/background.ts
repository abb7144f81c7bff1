import { setTimeout as pause } from 'node:timers/promises';
import { letModelRead } from '../assistant/server/model/model-reading.ts';
import { embeddingSettings, modelSettings } from '../assistant/server/model/model.ts';
import { letModelEmbed } from '../assistant/server/model/vector-reading.ts';
import { runNightly } from '../maintenance/backup/nightly.ts';
import { database } from '../platform/server/database.ts';
import { environment } from '../platform/server/env.ts';
import { blobObjectStore } from '../platform/server/object-store.ts';
import { taskOf } from '../platform/server/own-call.ts';
import { afterBackgroundWrite, watchPublishing } from '../publishing/server/publishing.ts';
import { makeAskedExports } from '../transfer/server/export/made.ts';
import { runDueExports } from '../transfer/server/export/scheduled-export.ts';

/** A background function has a quarter of an hour; what one run leaves, the next one goes on with. */
const budgetMs = 12 * 60_000;

type Clock = { now: () => Date; mayGoOn: () => boolean };

/** What is too long for an answer, by the names with which `startInBackground` begins it. */
const tasks: Record<string, (clock: Clock) => Promise<unknown>> = {
  /** Takes the nightly backup. */
  backup: (clock) => runNightly(clock),

  /** Makes the files that people asked for, where an answer cannot hold them. */
  'export-make': (clock) =>
    makeAskedExports(database(), blobObjectStore('exports'), { siteUrl: environment().SITE_URL, ...clock }),

  /** Brings to places of their own what people want there by schedule. */
  'export-run': (clock) => runDueExports(database(), clock),

  /** Lets the models read what was published. No two runs go on at once, and none does more than is due. */
  async 'model-reading'({ now }) {
    const begun = now();
    const env = environment();
    const [writing, embedding] = [modelSettings(env), embeddingSettings(env)];
    const vectors = { notes: 2_000, ms: 2 * 60_000, timeoutMs: 30_000 };
    if (embedding) await letModelEmbed(database(), embedding, { now: begun, limits: vectors });
    if (!writing) return;
    const points = { notes: 200, ms: 10 * 60_000, timeoutMs: 90_000 };
    const { written } = await letModelRead(database(), writing, { now: begun, limits: points });
    await afterBackgroundWrite({ uuids: written, change: 'adds' });
  },

  /** Asks for the build that was killed a moment before the schedule looked. One of them waits at a time. */
  'publish-watch': (clock) => watchPublishing(database(), environment(), { ...clock, wait: (ms) => pause(ms) }),
};

/** Does the task that a call of the site itself names. Every other call is refused. */
export async function runInBackground(request: Request): Promise<Response | undefined> {
  const task = tasks[(await taskOf(request, new Date())) ?? ''];
  if (!task) return new Response('Not Found\n', { status: 404 });
  const end = Date.now() + budgetMs;
  await task({ now: () => new Date(), mayGoOn: () => Date.now() < end });
  return undefined;
}
