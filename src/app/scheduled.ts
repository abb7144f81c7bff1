import { embeddingSettings, modelSettings } from '../assistant/server/model/model.ts';
import { checkLinks } from '../capture/server/link-checks.ts';
import { listWantedCopies } from '../capture/server/copies.ts';
import { sendDueNotices } from '../inbox/server/notices.ts';
import { sendDueReviews } from '../inbox/server/review-mail.ts';
import { purgeDeleted } from '../library/server/collections.ts';
import { emptyBin, notifyPendingLibraries } from '../notes/server/notes.ts';
import { startBackupIfDue } from '../maintenance/backup/nightly.ts';
import { migrate } from '../maintenance/schema/schema.ts';
import { sweep, takeDownPicture } from '../moderation/server/sweep.ts';
import { sweepPictures } from '../pictures/server/pictures.ts';
import { database } from '../platform/server/database.ts';
import { environment } from '../platform/server/env.ts';
import { log } from '../platform/server/log.ts';
import { makePutOffDue, trustedTime } from '../platform/server/store/meta.ts';
import { startInBackground } from '../platform/server/own-call.ts';
import { afterBackgroundWrite, purgePictures, healPublishing } from '../publishing/server/publishing.ts';
import { sendDueWeekly } from '../recommendations/server/weekly.ts';
import { binEnd } from '../writing/server/routes-bin.ts';
import { continueAllDeletions } from '../transfer/server/account/account-deletion.ts';
import { hasAnswerLimits, isExportQueued } from '../transfer/server/export/made.ts';
import { countDueExports } from '../transfer/server/export/scheduled-export.ts';

/** The interval of the schedule in `functions/scheduled.ts`. */
const intervalMinutes = 5;
/** How long tasks may run. They run in parallel, and a scheduled function has half a minute for all of them. */
const budgetMs = 20_000;

/**
 * `mayGoOn` returns false when a task should stop; its next run continues. `lived` is the time by which things are deleted
 * for good. The result is only logged.
 */
type Task = (now: Date, mayGoOn: () => boolean, lived: Promise<Date>) => Promise<unknown>;

const everyFiveMinutes: Record<string, Task> = {
  /** Converts what an earlier version stored. */
  'store-migration': (_, mayGoOn) => migrate(database(), mayGoOn),

  /** Waits for nothing that was put off by a clock that was ahead. */
  'due-times': (now) => makePutOffDue(database(), now),

  /** Continues account deletions. */
  async 'account-deletion'(now, mayGoOn) {
    const left = await continueAllDeletions(database(), now, mayGoOn);
    await afterBackgroundWrite(left);
    return left.people.length;
  },

  /** Deletes notes for good that have been in the bin long enough. */
  bin: async (_, mayGoOn, lived) => emptyBin(database(), { until: binEnd(await lived) }, mayGoOn),
  collections: async (_, mayGoOn, lived) => purgeDeleted(database(), { until: binEnd(await lived) }, mayGoOn),

  /** Removes pictures that nothing shows any more, and removes those from pages that a moderator banned. */
  async pictures(_, mayGoOn, lived) {
    const { removed, refused } = await sweepPictures(database(), await lived, mayGoOn);
    await purgePictures(removed);
    for (const name of refused) await afterBackgroundWrite(await takeDownPicture(database(), name, mayGoOn));
    return removed.length;
  },

  /** Checks some of the links in people's notes. */
  links: (now, mayGoOn) => checkLinks(database(), { now, siteUrl: environment().SITE_URL }, mayGoOn),

  /** Lists the links of which people want copies, which are then made in the background. */
  async copies(now) {
    if (!(await listWantedCopies(database(), now))) return 'none';
    return startInBackground('copies', now);
  },

  /** Continues what a decision about a person's content left to do. */
  async 'moderation-sweep'(_, mayGoOn) {
    const swept = await sweep(database(), mayGoOn);
    await afterBackgroundWrite(swept);
    return swept.uuids.size;
  },

  /** Updates the libraries of people who saved a note that many saved, after it has changed. */
  libraries: (_, mayGoOn) => notifyPendingLibraries(database(), mayGoOn),

  publishing: (now) => healPublishing(now),

  /** Makes exports that people requested, if the first call was lost or killed. Every hour it also removes old ones. */
  async 'made-exports'(now) {
    const removes = hasAnswerLimits() && now.getUTCMinutes() < intervalMinutes;
    if (!removes && !(await isExportQueued(database()))) return 'none';
    return startInBackground('export-make', now);
  },

  async 'model-reading'(now) {
    const env = environment();
    if (!modelSettings(env) && !embeddingSettings(env)) return 'no-model';
    return startInBackground('model-reading', now);
  },
};

const everyTenMinutes: Record<string, Task> = {
  /** Sends mail that is due: notifications held back after an earlier mail, daily digests, the weekly mail, and reviews. */
  async mail(_, mayGoOn) {
    const { SESSION_SECRET } = environment();
    const limits = { messages: 200, ms: 10_000, mayGoOn };
    const mail = await sendDueNotices(database(), 'mail', SESSION_SECRET, new Date(), limits);
    const digests = await sendDueNotices(database(), 'digest', SESSION_SECRET, new Date(), limits);
    const weekly = await sendDueWeekly(database(), SESSION_SECRET, new Date(), { ...limits, ms: 5_000 });
    const reviews = await sendDueReviews(database(), SESSION_SECRET, new Date(), { ...limits, ms: 5_000 });
    return { mail, digests, weekly, reviews };
  },

  backup: (now) => startBackupIfDue(now),

  /** Makes scheduled exports. */
  async export(now) {
    if ((await countDueExports(database(), now)) === 0) return 'not-due';
    return startInBackground('export-run', now);
  },
};

/** Runs the tasks that are due, and returns the outcome of each. Tasks neither wait for each other nor fail together. */
export async function runScheduled(now: Date): Promise<Record<string, unknown>> {
  const mayGoOn = () => Date.now() < now.getTime() + budgetMs;
  const isTenth = Math.floor(now.getUTCMinutes() / intervalMinutes) % 2 === 0;
  const lived = trustedTime(database(), now, { looks: true });
  // Each task that awaits it reports its failure.
  lived.catch(() => undefined);
  const due = Object.entries({ ...everyFiveMinutes, ...(isTenth && everyTenMinutes) });
  const outcomes = due.map(async ([name, task]): Promise<[string, unknown]> => {
    try {
      return [name, await task(now, mayGoOn, lived)];
    } catch (error) {
      log('error', 'a scheduled task failed', { task: name, error: error instanceof Error ? error.stack : error });
      return [name, 'failed'];
    }
  });
  return Object.fromEntries(await Promise.all(outcomes));
}
