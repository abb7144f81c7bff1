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

/** The next one that is to be made; nobody else makes it. */
export async function takeAsked(redis: Redis): Promise<string | undefined> {
  return (await redis.lpop<string>(keys.exportsAsked)) ?? undefined;
}
