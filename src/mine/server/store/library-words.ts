import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import type { OwnStorage } from '../../../search/model/own/storage.ts';

/** What is derived goes where nobody asked for it in so long, and is made anew when somebody does. */
export const derivedDays = 30;

/** Somebody else wrote the index between reading it and writing it: nothing was written. */
export class Overtaken extends Error {}

const get = readScript({
  keys: ['words'],
  args: ['...names'],
  returns: z.array(z.string().nullable()),
  body: `
    local found = {}
    for at, name in ipairs(names) do found[at] = redis.call('HGET', words, name) end
    return found
    `,
});

/** Files that one answer brings: most are a few kilobytes long. */
const filesAtOnce = 200;

/** `files` are names and base64 by turns. `known` is the manifest that the change was made for; empty where there was none. */
const put = writeScript({
  keys: ['words'],
  args: ['manifest', 'known', 'days', 'removed', '...files'],
  returns: z.literal([0, 1]),
  body: `
    if (redis.call('HGET', words, manifest) or '') ~= known then return 0 end
    for at = 1, #files, 1000 do redis.call('HSET', words, unpack(files, at, math.min(at + 999, #files))) end
    for _, name in ipairs(cjson.decode(removed)) do redis.call('HDEL', words, name) end
    redis.call('EXPIRE', words, days * 86400)
    return 1
    `,
});

const manifest = 'manifest';

/** Takes the index of a person's own words away, which is made anew. */
export async function forgetWords(redis: Redis, userId: string): Promise<void> {
  await redis.del(keys.libraryWords(userId));
}

/**
 * The index of a person's own words in the store, as one object uses it that changes it, or one that only reads. What it
 * writes is refused with Overtaken where another wrote since it read the manifest.
 */
export function wordStorage(redis: Redis, userId: string): OwnStorage {
  const key = keys.libraryWords(userId);
  let known = '';
  return {
    async read(names) {
      const found: (string | null)[] = [];
      for (let from = 0; from < names.length; from += filesAtOnce) {
        found.push(...(await get(redis, { words: key, names: names.slice(from, from + filesAtOnce) })));
      }
      const at = names.indexOf(manifest);
      if (at >= 0) known = found[at] ?? '';
      return found.map((text) => (text === null ? undefined : Uint8Array.from(Buffer.from(text, 'base64'))));
    },
    async write(files, removed) {
      const flat = [...files].flatMap(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
      const written = await put(redis, {
        words: key,
        manifest,
        known,
        days: derivedDays,
        removed: JSON.stringify(removed),
        files: flat,
      });
      if (written === 0) throw new Overtaken('The index of these words was written meanwhile.');
      known = Buffer.from(files.get(manifest) ?? []).toString('base64') || known;
    },
  };
}
