import { z } from 'zod';
import { MadeExport } from '../../model/export.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** How long a file can be downloaded. */
const keptSeconds = 24 * 60 * 60;

const Kept = jsonOf(MadeExport.extend({ userId: z.string() })).nullable();
export type KeptExport = NonNullable<z.infer<typeof Kept>>;

export async function putExport(redis: Redis, made: KeptExport): Promise<void> {
  await redis.set(keys.exportMade(made.id), toStored(made), { ex: keptSeconds });
}

export async function readExport(redis: Redis, id: string): Promise<KeptExport | undefined> {
  return Kept.parse(await redis.get(keys.exportMade(id))) ?? undefined;
}

/** Puts a file into the queue of those to be made. */
export async function queueExport(redis: Redis, made: KeptExport): Promise<void> {
  await putExport(redis, made);
  await redis.rpush(keys.exportsAsked, made.id);
}

/** How long nobody else may make a file that was taken: as long as a background function lives. */
const takenSeconds = 15 * 60;

/** Takes the next file to be made, which nobody else makes meanwhile. It stays in the queue until `dequeueExport`. */
export async function claimExport(redis: Redis): Promise<string | undefined> {
  for (const id of await redis.lrange(keys.exportsAsked, 0, -1)) {
    if ((await redis.set(keys.exportMaker(id), '1', { nx: true, ex: takenSeconds })) === 'OK') return id;
  }
  return undefined;
}

/** Ends it: it is made, or failed, or nobody waits for it any more. */
export async function dequeueExport(redis: Redis, id: string): Promise<void> {
  await redis.lrem(keys.exportsAsked, 0, id);
  await redis.del(keys.exportMaker(id));
}

/** Lets the next run take it at once. */
export async function releaseExport(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.exportMaker(id));
}

export async function isExportQueued(redis: Redis): Promise<boolean> {
  return (await redis.llen(keys.exportsAsked)) > 0;
}
