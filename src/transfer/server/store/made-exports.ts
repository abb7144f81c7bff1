import * as z from 'zod';
import { MadeExport } from '../../model/export.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** How long a file can be downloaded. */
const keptSeconds = 24 * 60 * 60;

const Kept = jsonOf(MadeExport.extend({ userId: z.string() }));
export type KeptExport = z.infer<typeof Kept>;

export async function putExport(redis: Redis, made: KeptExport): Promise<void> {
  await redis.set(keys.exportMade(made.id), toStored(made), { ex: keptSeconds });
}

export async function readExport(redis: Redis, id: string): Promise<KeptExport | undefined> {
  return Kept.nullable().parse(await redis.get(keys.exportMade(id))) ?? undefined;
}

const queue = writeScript({
  keys: ['madeKey'],
  fixed: { asked: keys.exportsAsked },
  args: ['id', 'userId', 'made', 'seconds'],
  returns: Kept,
  body: `
    for _, other in ipairs(redis.call('LRANGE', asked, 0, -1)) do
      local json = redis.call('GET', ${luaKey(keys.exportMade, 'other')})
      if json and cjson.decode(json).userId == userId then return json end
    end
    redis.call('SET', madeKey, made, 'EX', seconds)
    redis.call('RPUSH', asked, id)
    return made
    `,
});

/** Puts a file into the queue of those to be made, and returns it; or the one of this person that is there already. */
export function queueExport(redis: Redis, made: KeptExport): Promise<KeptExport> {
  const { id, userId } = made;
  return queue(redis, { madeKey: keys.exportMade(id), id, userId, made: toStored(made), seconds: keptSeconds });
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
