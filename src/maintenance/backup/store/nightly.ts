import * as z from 'zod';
import { Backups, KeptBackup } from '../../../platform/model/backups.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** The recorded progress of an unfinished nightly backup. */
export function backupUnderWay(redis: Redis): Promise<string | null> {
  return redis.get<string>(keys.backupProgress);
}

export async function writeProgress(redis: Redis, progress: string): Promise<void> {
  await redis.set(keys.backupProgress, progress);
}

export async function forgetProgress(redis: Redis): Promise<void> {
  await redis.del(keys.backupProgress);
}

const Kept = jsonOf(KeptBackup).nullable();
const Failed = jsonOf(Backups.shape.failure.unwrap().unwrap()).nullable();

/** The last verified nightly backup, and a failure since. */
export async function readBackups(redis: Redis): Promise<{ last: KeptBackup | null; failure: z.infer<typeof Failed> }> {
  const [last, failure] = await redis.mget<unknown[]>(keys.backupLast, keys.backupFailure);
  return { last: Kept.parse(last), failure: Failed.parse(failure) };
}

export async function recordBackup(redis: Redis, kept: KeptBackup): Promise<void> {
  await redis.set(keys.backupLast, toStored(kept));
  await redis.del(keys.backupProgress, keys.backupFailure);
}

export async function recordBackupFailure(redis: Redis, failure: { at: string; message: string }): Promise<void> {
  await redis.set(keys.backupFailure, toStored(failure));
}

const hold = writeScript({
  fixed: { runner: keys.backupRunner },
  args: ['token', '...ms'],
  returns: z.literal([0, 1]),
  body: `
    local holder = redis.call('GET', runner)
    if holder and holder ~= token then return 0 end
    if ms[1] then redis.call('SET', runner, token, 'PX', ms[1]) else redis.call('DEL', runner) end
    return 1
    `,
});

/** Acquires or extends the lease of the nightly backup. False while another run has it. */
export async function holdBackupLease(redis: Redis, token: string, ms: number): Promise<boolean> {
  return (await hold(redis, { token, ms: [ms] })) === 1;
}

export async function releaseBackupLease(redis: Redis, token: string): Promise<void> {
  await hold(redis, { token, ms: [] });
}
