import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** A backup is begun while another one is being taken. */
export class BackupUnderWay extends Error {
  override name = 'BackupUnderWay';

  constructor() {
    super('Another backup is being taken: wait until it has ended. One that was killed is given up within an hour.');
  }
}

/** So much time passed between two parts that writers no longer keep what they change: the backup is void. */
export class BackupVoid extends Error {
  override name = 'BackupVoid';

  constructor() {
    super('The backup was interrupted for too long: begin it again.');
  }
}

/** The moment whose state a backup has: the head revision and the database's own time, in milliseconds. */
export type Moment = { revision: number; at: number };

/** KEYS run, keeping, head. ARGV id, milliseconds. */
const begin = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'busy' end
  local time = redis.call('TIME')
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return { tonumber(redis.call('GET', KEYS[3]) or 0), time[1] * 1000 + math.floor(time[2] / 1000) }
  `,
  z.union([z.literal('busy'), z.tuple([z.int(), z.int()])]),
);

/** Lets the store be read as it is at this moment by what is below, for so long after each part. Throws `BackupUnderWay`. */
export async function beginSnapshot(redis: Redis, id: string, leaseMs: number): Promise<Moment> {
  const begun = await begin(redis, [keys.backupRun, keys.backupKeeping, keys.head], [id, leaseMs]);
  if (begun === 'busy') throw new BackupUnderWay();
  return { revision: begun[0], at: begun[1] };
}

const imagesAtOnce = 1000;

/** Keys that are kept as they were, some of them; none when all were read. */
export async function keptImages(redis: Redis, id: string): Promise<string[]> {
  return z.array(z.string()).parse((await redis.srandmember<string[]>(keys.backupImages(id), imagesAtOnce)) ?? []);
}

/**
 * KEYS run, keeping, kept, images, progress. ARGV id, milliseconds, progress or nothing, whether writers still keep what
 * they change, then the keys that a part has which is in a safe place: whoever changes them need not keep them any more.
 */
const commit = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  local own = 'backup:' .. ARGV[1]
  if ARGV[4] == 'keeping' then
    if redis.call('PEXPIRE', KEYS[2], ARGV[2]) == 0 then return 0 end
  else redis.call('DEL', KEYS[2]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  for i = 5, #ARGV do
    local name = ARGV[i]
    redis.call('SADD', KEYS[3], name)
    if redis.call('SREM', KEYS[4], name) == 1 then
      redis.call('UNLINK', own .. ':image:' .. name, own .. ':order:' .. name)
    end
  end
  if ARGV[3] ~= '' then redis.call('SET', KEYS[5], ARGV[3]) end
  return 1
  `,
  z.literal([0, 1]),
);

/** A part is safe. `progress` is written down in the same step; `scanned`: every key has been looked at. Throws `BackupVoid`. */
export async function commitPart(
  redis: Redis,
  id: string,
  part: { names: string[]; leaseMs: number; scanned: boolean; progress?: string },
): Promise<void> {
  const { names, leaseMs, scanned, progress = '' } = part;
  const own = [keys.backupRun, keys.backupKeeping, keys.backupKept(id), keys.backupImages(id), keys.backupProgress];
  const done = await commit(redis, own, [id, leaseMs, progress, scanned ? 'scanned' : 'keeping', ...names]);
  if (done === 0) throw new BackupVoid();
}

/** KEYS run, keeping. ARGV id. */
const end = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1], KEYS[2])
  `,
  z.int(),
);

/** Ends a backup, whether it is whole or was given up, and removes what was kept for it. */
export async function endSnapshot(redis: Redis, id: string): Promise<void> {
  await end(redis, [keys.backupRun, keys.backupKeeping], [id]);
  for (let names = await keptImages(redis, id); names.length > 0; names = await keptImages(redis, id)) {
    await redis.unlink(...names.flatMap((name) => [keys.backupImage(id, name), keys.backupOrder(id, name)]));
    await redis.srem(keys.backupImages(id), ...names);
  }
  await redis.unlink(keys.backupKept(id), keys.backupImages(id));
}

/** What a killed backup left behind, among these names: removed, unless it is of the backup that is being taken now. */
export async function removeLeftovers(redis: Redis, names: string[], id: string): Promise<void> {
  const left = names.filter((name) => /^backup:[^:]+:(kept$|images$|image:|order:)/.test(name));
  const others = left.filter((name) => !name.startsWith(`backup:${id}:`));
  if (others.length > 0) await redis.unlink(...others);
}
