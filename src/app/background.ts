import { setTimeout as pause } from 'node:timers/promises';
import { summarizeChangedNotes } from '../assistant/server/model/model-reading.ts';
import { embeddingSettings, modelSettings } from '../assistant/server/model/model.ts';
import { embedChangedNotes } from '../assistant/server/model/vector-reading.ts';
import { askForCopy, makeWantedCopies } from '../capture/server/wanted-copies.ts';
import { runNightly } from '../maintenance/backup/nightly.ts';
import { database } from '../platform/server/database.ts';
import { environment } from '../platform/server/env.ts';
import { blobObjectStore } from '../platform/server/object-store.ts';
import { taskOf } from '../platform/server/own-call.ts';
import { afterBackgroundWrite, watchPublishing } from '../publishing/server/publishing.ts';
import { makeQueuedExports } from '../transfer/server/export/made.ts';
import { runDueExports } from '../transfer/server/export/scheduled-export.ts';

/** A background function may run for 15 minutes. The next run continues where this one stops. */
const budgetMs = 12 * 60_000;

type Clock = { now: () => Date; mayGoOn: () => boolean };

/** Tasks that take too long for an answer, by the names that `startInBackground` uses. */
const tasks: Record<string, (clock: Clock) => Promise<unknown>> = {
  /** Takes the nightly backup. */
  backup: (clock) => runNightly(clock),

  /** Makes copies of the links of people who want them of all. */
  async copies({ now, mayGoOn }) {
    const copy = (uuid: string) => askForCopy(uuid, now());
    const shown = await makeWantedCopies(database(), { now, copy }, mayGoOn);
    await afterBackgroundWrite({ uuids: shown, change: 'adds' });
  },

  /** Makes the export files that people requested and that are too large for an answer. */
  'export-make': (clock) =>
    makeQueuedExports(database(), blobObjectStore('exports'), { siteUrl: environment().SITE_URL, ...clock }),

  /** Runs the scheduled exports to people's own servers. */
  'export-run': (clock) => runDueExports(database(), clock),

  /** Lets the models read what was published. Two runs never overlap, and a run only does what is due. */
  async 'model-reading'({ now }) {
    const startedAt = now();
    const env = environment();
    const [writing, embedding] = [modelSettings(env), embeddingSettings(env)];
    const vectors = { notes: 2_000, ms: 2 * 60_000, timeoutMs: 30_000 };
    if (embedding) await embedChangedNotes(database(), embedding, { now: startedAt, limits: vectors });
    if (!writing) return;
    const points = { notes: 200, ms: 10 * 60_000, timeoutMs: 90_000 };
    const { written } = await summarizeChangedNotes(database(), writing, { now: startedAt, limits: points });
    await afterBackgroundWrite({ uuids: written, change: 'adds' });
  },

  /** Requests a build again if the running one was killed just before the scheduled check. Only one watch runs at a time. */
  'publish-watch': (clock) => watchPublishing(database(), environment(), { ...clock, wait: (ms) => pause(ms) }),
};

/** Runs the task that the site's own signed call names. Any other call is refused. */
export async function runInBackground(request: Request): Promise<Response | undefined> {
  const task = tasks[(await taskOf(request, new Date())) ?? ''];
  if (!task) return new Response('Not Found\n', { status: 404 });
  const end = Date.now() + budgetMs;
  await task({ now: () => new Date(), mayGoOn: () => Date.now() < end });
  return undefined;
}
