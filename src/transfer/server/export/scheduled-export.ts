import { randomUUID } from 'node:crypto';
import {
  noProgress,
  type ExportPlace,
  type ExportProgress,
  type ScheduledExport,
} from '../../model/scheduled-export.ts';
import type { User } from '../../../people/model/user.ts';
import type { NetworkAccess } from '../../../capture/server/get.ts';
import { environment } from '../../../platform/server/env.ts';
import { ExportFailure, networkAccessOf } from './scheduled/export-target.ts';
import { emailText } from '../../../people/server/emails.ts';
import { log } from '../../../platform/server/log.ts';
import { sendMail, type Mail } from '../../../platform/server/mail.ts';
import { sealFor, unsealFor } from '../../../people/server/seal.ts';
import { siteIdentity } from '../../../platform/server/site.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import {
  beginRun,
  endRun,
  releaseRun,
  makeDue,
  readScheduled,
  removeScheduled,
  setScheduled,
  takeDueExport,
  type KeptPlace,
} from '../store/scheduled-exports.ts';
import { readUser } from '../../../people/server/people.ts';
import { causeOf } from '../../../platform/model/cause.ts';
import { paths } from '../../../platform/model/paths.ts';

export { countDueExports, readScheduled } from '../store/scheduled-exports.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const everyMs = { daily: dayMs, weekly: 7 * dayMs } satisfies Record<ExportPlace['every'], number>;
/** How long a failed export rests, and how long a run has its person to itself. */
const restMs = 6 * hourMs;
const leaseMs = 20 * 60_000;

type Before = Awaited<ReturnType<typeof readScheduled>>;

/** Whether the stored password is for this place and user name: it is sent nowhere else. */
export const isKeptFor = (place: ExportPlace, before: Before) => isSamePlace(place, before) && before.sealed !== null;

function isSamePlace(place: ExportPlace, before: Before): before is NonNullable<Before> {
  return (
    before !== undefined && (['kind', 'url', 'username'] as const).every((name) => before.place[name] === place[name])
  );
}

/** A password in the form in which it is stored. */
export const sealPassword = (userId: string, password: string, now: Date) => sealFor('export', userId, password, now);

/**
 * Sets up a scheduled export, due at once, and gives its state. Without a new password, the one from `before` is used:
 * `other` if none is stored for this place. `ended`: the caller's session has ended.
 */
export async function schedule(
  redis: Redis,
  by: Parameters<typeof setScheduled>[1],
  place: ExportPlace,
  { sealed, before }: { sealed: string | undefined; before: Before },
  now: Date,
): Promise<ScheduledExport | 'ended' | 'other'> {
  if (sealed === undefined && !isKeptFor(place, before)) return 'other';
  const isNew = !isSamePlace(place, before) || before.place.branch !== place.branch;
  const kept: KeptPlace = isNew
    ? { ...place, id: randomUUID(), since: now.toISOString() }
    : { ...place, id: before.place.id, since: before.place.since };
  const done = await setScheduled(redis, by, kept, sealed, { now, isNew, before: before?.place.id });
  if (done !== 'set') return done;
  const { running, last, failure } = isNew ? noProgress : before.progress;
  return { ...place, since: kept.since, nextAt: now.toISOString(), isRunning: false, running, last, failure };
}

/** A person's scheduled export, without the password. */
export async function scheduledOf(redis: Redis, userId: string): Promise<ScheduledExport | null> {
  const found = await readScheduled(redis, userId);
  if (!found) return null;
  const { id: _, ...place } = found.place;
  const { running, last, failure } = found.progress;
  const { nextAt, isRunning } = found;
  return { ...place, nextAt, isRunning, running, last, failure };
}

/** Makes it due at once, so that it runs even if the call that should run it gets lost. */
export async function dueNow(redis: Redis, userId: string, now: Date): Promise<ScheduledExport | null> {
  await makeDue(redis, userId, now);
  return scheduledOf(redis, userId);
}

type RunOptions = { now: () => Date; mayGoOn: () => boolean; reach?: NetworkAccess };

/** Runs the exports that are due, one person after another, as long as it may. Gives how many ran. */
export async function runDueExports(redis: Redis, options: RunOptions): Promise<number> {
  let runs = 0;
  while (options.mayGoOn()) {
    const userId = await takeDueExport(redis, options.now(), leaseMs);
    if (userId === undefined) break;
    await runExport(redis, userId, options);
    runs += 1;
  }
  return runs;
}

/** Exports what a person has now, as far as it may; the rest is due at once. */
export async function runExport(redis: Redis, userId: string, options: RunOptions): Promise<void> {
  const run = randomUUID();
  const [started, user] = await Promise.all([
    beginRun(redis, userId, run, options.now(), leaseMs),
    readUser(redis, userId),
  ]);
  if (!started) return;
  const { found } = started;
  try {
    // A closed account's notes are being removed: the files at the place are all that its owner keeps of them.
    if (user && user.deletedAt === undefined && found) return await bring(redis, { user, found, run }, options);
    await removeScheduled(redis, userId);
  } catch (error) {
    await releaseRun(redis, userId, run);
    throw error;
  }
  await releaseRun(redis, userId, run);
}

type Run = { user: User; found: NonNullable<Before>; run: string };

/** Ends the run, unless it throws. */
async function bring(redis: Redis, { user, found, run }: Run, { now, mayGoOn, reach }: RunOptions): Promise<void> {
  const userId = user.id;
  const ended = (progress: ExportProgress, nextAt: Date) => endRun(redis, { userId, run }, place, progress, nextAt);
  const { place, sealed, progress } = found;
  const started = now();
  try {
    const password = await passwordOf(userId, sealed, started);
    const { name, url } = siteIdentity();
    const author = { name, email: `no-reply@${new URL(url).hostname}` };
    const where = {
      ...place,
      password,
      author,
      now: started,
      reach: reach ?? networkAccessOf(place.url, environment().EXPORT_HOSTS),
    };
    const { cursor, running } = progress;
    const how = { cursor, hasFailed: running?.pictures !== undefined, mayGoOn };
    // It loads the Git library, which few processes ever need.
    const { exportNotes } = await import('./scheduled/run.ts');
    const { cursor: next, done, ...run } = await exportNotes(redis, userId, place.kind, where, how);
    const sum = addedTo(progress.running, run, now());
    const after = { ...progress, cursor: next, failure: null };
    if (done) {
      const nextAt = new Date(started.getTime() + everyMs[place.every]);
      await ended({ ...after, running: null, last: sum }, nextAt);
    } else await ended({ ...after, running: sum }, now());
  } catch (error) {
    await fail(user, { place, progress, ended }, error, now());
  }
}

async function passwordOf(userId: string, sealed: string | null, now: Date): Promise<string> {
  const opened = sealed === null ? undefined : await unsealFor('export', sealed, now);
  if (opened?.userId === userId) return opened.text;
  const why =
    sealed === null ? 'Your account’s password has changed since' : 'The stored password can’t be read any more';
  throw new ExportFailure(`${why}. Check that the place is yours, then save it again with its password.`);
}

type Done = NonNullable<ExportProgress['last']>;

function addedTo(before: ExportProgress['running'], run: Omit<Done, 'at'>, now: Date): Done {
  const pictures = run.pictures?.slice(0, maxWhy) ?? before?.pictures;
  return {
    at: now.toISOString(),
    ...(pictures !== undefined && { pictures }),
    written: run.written + (before?.written ?? 0),
    removed: run.removed + (before?.removed ?? 0),
    left: [...new Set([...(before?.left ?? []), ...run.left])].slice(0, 20),
  };
}

/** Other servers give reasons of any length. */
const maxWhy = 1000;

/** Records the failure for its owner, and sends a mail at most once a day. */
async function fail(
  user: User,
  {
    place,
    progress,
    ended,
  }: Pick<Run['found'], 'place' | 'progress'> & { ended: (progress: ExportProgress, nextAt: Date) => Promise<void> },
  error: unknown,
  now: Date,
): Promise<void> {
  const isExpected = error instanceof ExportFailure;
  if (!isExpected) log('error', 'an export by schedule failed', { error: causeOf(error) });
  const why = isExpected ? error.message.slice(0, maxWhy) : 'Something went wrong on our side.';
  const mayMail = progress.mailedAt === null || now.getTime() - Date.parse(progress.mailedAt) >= dayMs;
  const mails = mayMail && user.email !== undefined && user.emailVerifiedAt !== undefined;
  const at = now.toISOString();
  const after = { ...progress, failure: { at, why }, mailedAt: mails ? at : progress.mailedAt };
  await ended(after, new Date(now.getTime() + restMs));
  if (!mails || user.email === undefined) return;
  await sendMail(exportFailedEmail(user.email, { handle: user.handle, host: new URL(place.url).host, why }));
}

/** To a person whose scheduled export fails. `why` is one or more sentences. */
const exportFailedEmail = (to: string, about: { handle: string; host: string; why: string }): Mail =>
  emailText(
    to,
    'Your scheduled export isn’t working',
    `The notes of @${about.handle} couldn’t be exported to ${about.host}. ${about.why}`,
    'It’ll be tried again every six hours. You can change or stop it here:',
    `${siteIdentity().url}${paths.settingsOf('export')}`,
  );
