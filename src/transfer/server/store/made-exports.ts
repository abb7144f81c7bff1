import { z } from 'zod';
import { MadeExport } from '../../model/export.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** For so long a file waits to be fetched. */
const keptSeconds = 24 * 60 * 60;

const Kept = jsonOf(MadeExport.extend({ userId: z.string() })).nullable();
export type KeptExport = NonNullable<z.infer<typeof Kept>>;

export async function putMade(redis: Redis, made: KeptExport): Promise<void> {
  await redis.set(keys.exportMade(made.id), toStored(made), { ex: keptSeconds });
}

export async function readMade(redis: Redis, id: string): Promise<KeptExport | undefined> {
  return Kept.parse(await redis.get(keys.exportMade(id))) ?? undefined;
}

/** Has a file made by whoever takes it next. */
export async function queueMade(redis: Redis, made: KeptExport): Promise<void> {
  await putMade(redis, made);
  await redis.rpush(keys.exportsAsked, made.id);
}

/** For so long nobody else makes what somebody took: as long as a background function lives. */
const takenSeconds = 15 * 60;

/** The next one that is to be made, which nobody else makes meanwhile. It stays asked for until `finishAsked`. */
export async function takeAsked(redis: Redis): Promise<string | undefined> {
  for (const id of await redis.lrange(keys.exportsAsked, 0, -1)) {
    if ((await redis.set(keys.exportMaker(id), '1', { nx: true, ex: takenSeconds })) === 'OK') return id;
  }
  return undefined;
}

/** It is made, or failed, or nobody waits for it any more. */
export async function finishAsked(redis: Redis, id: string): Promise<void> {
  await redis.lrem(keys.exportsAsked, 0, id);
  await redis.del(keys.exportMaker(id));
}

/** Whoever comes next may take it at once. */
export async function leaveAsked(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.exportMaker(id));
}

export async function isExportAsked(redis: Redis): Promise<boolean> {
  return (await redis.llen(keys.exportsAsked)) > 0;
}
