import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** Another backup is being made. */
export class BackupUnderWay extends Error {
  override name = 'BackupUnderWay';

  constructor() {
    super('Another backup is being taken: wait until it has ended. One that was killed is given up within an hour.');
  }
}

/** Too much time passed between two parts: writers no longer keep what they change, so the backup is void. */
export class BackupVoid extends Error {
  override name = 'BackupVoid';

  constructor() {
    super('The backup was interrupted for too long: begin it again.');
  }
}

/** The moment of a backup's state: the head revision and the database's own time, in milliseconds. */
export type Moment = { revision: number; at: number };

const begin = writeScript({
  fixed: { run: keys.backupRun, keeping: keys.backupKeeping, head: keys.head },
  args: ['id', 'ms'],
  returns: z.union([z.literal('busy'), z.tuple([z.int(), z.int()])]),
  body: `
    if redis.call('EXISTS', run) == 1 then return 'busy' end
    local time = redis.call('TIME')
    redis.call('SET', run, id, 'PX', ms)
    redis.call('SET', keeping, id, 'PX', ms)
    return { tonumber(redis.call('GET', head) or 0), time[1] * 1000 + math.floor(time[2] / 1000) }
    `,
});

/** Fixes the present state of the store, to be read by the functions below; each part renews the lease. Throws `BackupUnderWay`. */
export async function beginSnapshot(redis: Redis, id: string, leaseMs: number): Promise<Moment> {
  const begun = await begin(redis, { id, ms: leaseMs });
  if (begun === 'busy') throw new BackupUnderWay();
  return { revision: begun[0], at: begun[1] };
}

const imagesAtOnce = 1000;

/** Some of the keys that were changed after the backup began and have a copy; empty when all were read. */
export async function keptImages(redis: Redis, id: string): Promise<string[]> {
  return z.array(z.string()).parse((await redis.srandmember<string[]>(keys.backupImages(id), imagesAtOnce)) ?? []);
}

const commit = writeScript({
  keys: ['kept', 'images'],
  fixed: { run: keys.backupRun, keeping: keys.backupKeeping, progressKey: keys.backupProgress },
  args: ['id', 'ms', 'progress', 'state', '...names'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('GET', run) ~= id then return 0 end
    local own = 'backup:' .. id
    if state == 'keeping' then
      if redis.call('PEXPIRE', keeping, ms) == 0 then return 0 end
    else redis.call('DEL', keeping) end
    redis.call('PEXPIRE', run, ms)
    for _, name in ipairs(names) do
        redis.call('SADD', kept, name)
      if redis.call('SREM', images, name) == 1 then
        redis.call('UNLINK', own .. ':image:' .. name, own .. ':order:' .. name)
      end
    end
    if progress ~= '' then redis.call('SET', progressKey, progress) end
    return 1
    `,
});

/** Commits a part that was stored, and in the same step `progress`. `scanned`: every key was read. Throws `BackupVoid`. */
export async function commitPart(
  redis: Redis,
  id: string,
  part: { names: string[]; leaseMs: number; scanned: boolean; progress?: string },
): Promise<void> {
  const { names, leaseMs, scanned, progress = '' } = part;
  const done = await commit(redis, {
    kept: keys.backupKept(id),
    images: keys.backupImages(id),
    id,
    ms: leaseMs,
    progress,
    state: scanned ? 'scanned' : 'keeping',
    names: names,
  });
  if (done === 0) throw new BackupVoid();
}

const end = writeScript({
  fixed: { run: keys.backupRun, keeping: keys.backupKeeping },
  args: ['id'],
  returns: z.int(),
  body: `
    if redis.call('GET', run) ~= id then return 0 end
    return redis.call('DEL', run, keeping)
    `,
});

/** Ends a backup, complete or not, and removes its copies of keys. */
export async function endSnapshot(redis: Redis, id: string): Promise<void> {
  await end(redis, { id });
  for (let names = await keptImages(redis, id); names.length > 0; names = await keptImages(redis, id)) {
    await redis.unlink(...names.flatMap((name) => [keys.backupImage(id, name), keys.backupOrder(id, name)]));
    await redis.srem(keys.backupImages(id), ...names);
  }
  await redis.unlink(keys.backupKept(id), keys.backupImages(id));
}

/** Removes what a killed backup left behind among these names, except for the current backup. */
export async function removeLeftovers(redis: Redis, names: string[], id: string): Promise<void> {
  const left = names.filter((name) => /^backup:[^:]+:(kept$|images$|image:|order:)/.test(name));
  const others = left.filter((name) => !name.startsWith(`backup:${id}:`));
  if (others.length > 0) await redis.unlink(...others);
}
