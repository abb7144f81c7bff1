import { hash, randomUUID } from 'node:crypto';
import {
  backupUnderWay,
  forgetProgress,
  holdBackupLease,
  releaseBackupLease,
  readBackups,
  recordBackup,
  recordBackupFailure,
  writeProgress,
} from './store/nightly.ts';
import { BackupVoid, endSnapshot } from './store/snapshot.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { pictureFiles } from '../../pictures/server/pictures.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { startInBackground } from '../../platform/server/own-call.ts';
import { BadBackup, damaged } from './format.ts';
import { partsOf } from './read.ts';
import { blobObjectStore, folderObjectStore, type ObjectStore } from '../../platform/server/object-store.ts';
import { beginBackup, Progress, takePart } from './take.ts';
import { trustedTime } from '../../platform/server/store/meta.ts';
import { log } from '../../platform/server/log.ts';
import { causeOf } from '../../platform/model/cause.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Backups start after three in the morning, UTC. */
const nightMs = 3 * hourMs;
/** How long an unfinished backup waits for another run to continue it. */
const leaseMs = hourMs;
/** How long after its last sign of life a run counts as killed. */
const runnerMs = 2 * 60_000;
/** How long to wait after a failure. */
const restMs = hourMs;

/** Starts the nightly backup, or continues it after it was killed. Called every ten minutes. */
export async function startBackupIfDue(now: Date): Promise<number | 'no-key' | 'not-due'> {
  if (environment().BACKUP_RECIPIENT === undefined) {
    // Without a key, earlier backups still have to be removed in time: once a day, if there are any.
    const night = now.getUTCHours() === 3 && now.getUTCMinutes() < 10;
    if (!night || (await readBackups(database())).last === null) return 'no-key';
  } else if (!(await isBackupDue(database(), now))) return 'not-due';
  return startInBackground('backup', now);
}

/** Makes as much of the nightly backup as it may, in the folder or the object store of this installation. */
export async function runNightly(clock: Pick<Nightly, 'now' | 'mayGoOn'>): Promise<void> {
  const { BACKUP_RECIPIENT: recipient, BACKUP_DAYS: days, BACKUP_DIR: folder } = environment();
  const store = folder === undefined ? blobObjectStore('backups') : folderObjectStore(folder);
  if (recipient === undefined) return removeOld(database(), store, days, clock.now());
  await takeNightly(database(), store, { recipient, days, files: pictureFiles(), ...clock });
}

/** Whether a nightly backup has to be started or continued. */
export async function isBackupDue(redis: Redis, now: Date): Promise<boolean> {
  if ((await backupUnderWay(redis)) !== null) return true;
  const { last, failure } = await readBackups(redis);
  const ago = (at: string) => now.getTime() - Date.parse(at);
  // A failure recorded by a clock that was ahead does not delay backups until then.
  if (failure && Math.abs(ago(failure.at)) < restMs) return false;
  const night = Math.floor((now.getTime() - nightMs) / dayMs) * dayMs + nightMs;
  return last === null || Date.parse(last.at) < night || ago(last.at) < -hourMs;
}

type Nightly = {
  recipient: string;
  days: number;
  now: () => Date;
  mayGoOn: () => boolean;
  partLength?: number;
  files?: ObjectStore;
};

/**
 * Makes as much of the nightly backup as `mayGoOn` allows. Each part is stored before the next one is read, so that after a
 * run was killed, the next one continues after the last part. Backups that are older than `days` are removed before. When all
 * parts are stored, they are read back and compared; only then does the backup count. A failure is recorded for the owner.
 */
export async function takeNightly(
  redis: Redis,
  store: ObjectStore,
  { recipient, days, now, mayGoOn, partLength, files }: Nightly,
): Promise<'done' | 'unfinished' | 'elsewhere' | 'failed' | 'not-due'> {
  const token = randomUUID();
  if (!(await holdBackupLease(redis, token, runnerMs))) return 'elsewhere';
  let id: string | undefined;
  try {
    if (!(await isBackupDue(redis, now()))) return 'not-due';
    // Before the new one, which may need their room.
    await removeOld(redis, store, days, now());
    let progress = await progressOf(redis, now());
    id = progress.id;
    const keep = (part: number, bytes: Buffer) => store.put(nameOf(progress.id, part), bytes);
    const to = { recipient, leaseMs, resumable: true, keep, files, ...(partLength !== undefined && { partLength }) };
    while (progress.phase !== 'done') {
      if (!mayGoOn()) return 'unfinished';
      if (!(await holdBackupLease(redis, token, runnerMs))) return 'elsewhere';
      progress = await takePart(redis, progress, to);
    }
    await verify(store, progress);
    await endSnapshot(redis, progress.id);
    await recordBackup(redis, {
      id: progress.id,
      revision: progress.revision,
      at: new Date(progress.at).toISOString(),
      verifiedAt: now().toISOString(),
      bytes: progress.parts.reduce((sum, { bytes }) => sum + bytes, 0),
      parts: progress.parts.length,
    });
    return 'done';
  } catch (error) {
    // After any other failure (of the network or the store), the next run continues.
    if (error instanceof BackupVoid || error instanceof BadBackup)
      await giveUp(redis, store, id).catch(() => undefined);
    await recordBackupFailure(redis, { at: now().toISOString(), message: causeOf(error) });
    log('warn', 'the nightly backup failed', { error: causeOf(error) });
    return 'failed';
  } finally {
    await releaseBackupLease(redis, token);
  }
}

async function progressOf(redis: Redis, now: Date): Promise<Progress> {
  const text = await backupUnderWay(redis);
  if (text !== null) return Progress.parse(JSON.parse(text));
  const progress = await beginBackup(redis, now, leaseMs);
  await writeProgress(redis, JSON.stringify(progress));
  return progress;
}

const nameOf = (id: string, part: number) => `${id}/${String(part).padStart(4, '0')}`;

/** Reads the backup back. Throws `BadBackup` if it differs from what was sealed. */
async function verify(store: ObjectStore, { id, parts }: Progress): Promise<void> {
  const source = async function* () {
    for (const index of parts.keys()) yield (await store.get(nameOf(id, index + 1))) ?? new Uint8Array();
  };
  for await (const { frame, body } of partsOf(source())) {
    const sha256 = hash('sha256', body);
    if (sha256 !== frame.sha256 || sha256 !== parts[frame.part - 1]?.sha256) throw damaged(frame.part);
  }
}

/** Removes everything of a failed backup; the next one starts from scratch. */
async function giveUp(redis: Redis, store: ObjectStore, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  await forgetProgress(redis);
  await endSnapshot(redis, id);
  for (const name of await store.names()) if (name.startsWith(`${id}/`)) await store.remove(name);
}

/** Removes backups older than `days`, whether or not new ones are made. */
async function removeOld(redis: Redis, store: ObjectStore, days: number, now: Date): Promise<void> {
  const lived = await trustedTime(redis, now);
  // Ids begin with their time, and sort by it.
  const oldest = new Date(lived.getTime() - days * dayMs).toISOString().replace(/[-:]|\.\d+/g, '');
  for (const name of await store.names()) if (isOfBackup.test(name) && name < oldest) await store.remove(name);
}

/** Names of parts under an id from `newBackupId`. Other files in the folder are not removed. */
const isOfBackup = /^\d{8}T\d{6}Z-[0-9a-f]{6}\//;
