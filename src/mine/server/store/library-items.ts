import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { LibraryItem } from '../../model/library.ts';
import { derivedDays } from './library-words.ts';

const StoredItem = jsonOf(LibraryItem);
const itemsAtOnce = 2000;

/** A library as it was put together last: its items, and up to which revision of the log they hold. */
export async function readItems(redis: Redis, userId: string): Promise<{ upTo: number; items: LibraryItem[] }> {
  const key = keys.libraryItems(userId);
  const items: LibraryItem[] = [];
  // Read first: what is kept meanwhile is newer than this says, and is only looked at once more.
  const upTo = Number((await redis.hget<string>(key, '')) ?? 0);
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(key, cursor, { count: itemsAtOnce });
    cursor = next;
    for (let at = 0; at < flat.length; at += 2) {
      const [uuid, value] = [String(flat[at]), flat[at + 1]];
      if (uuid === '') continue;
      // What an earlier version put together in another form is put together anew.
      const item = StoredItem.safeParse(value);
      if (!item.success) {
        await redis.del(key);
        return { upTo: 0, items: [] };
      }
      items.push(item.data);
    }
  } while (cursor !== '0');
  if (upTo > 0) await redis.expire(key, derivedDays * 86_400);
  return { upTo, items };
}

/** `gone` are uuids; `items` are uuids and their JSON by turns. Only in the place of what holds up to `before`. */
const keep = writeScript({
  keys: ['itemsKey'],
  args: ['before', 'upTo', 'days', 'gone', '...items'],
  returns: z.literal([0, 1]),
  body: `
    if (redis.call('HGET', itemsKey, '') or '0') ~= before then return 0 end
    for _, uuid in ipairs(cjson.decode(gone)) do redis.call('HDEL', itemsKey, uuid) end
    for at = 1, #items, 1000 do redis.call('HSET', itemsKey, unpack(items, at, math.min(at + 999, #items))) end
    redis.call('HSET', itemsKey, '', upTo)
    redis.call('EXPIRE', itemsKey, days * 86400)
    return 1
    `,
});

/** Keeps what changed in a library since it was kept last. False where somebody else did that meanwhile. */
export async function keepItems(
  redis: Redis,
  userId: string,
  { before, upTo, items, gone }: { before: number; upTo: number; items: LibraryItem[]; gone: string[] },
): Promise<boolean> {
  const flat = items.flatMap((item) => [item.note.uuid, JSON.stringify(item)]);
  const kept = await keep(redis, {
    itemsKey: keys.libraryItems(userId),
    before,
    upTo,
    days: derivedDays,
    gone: JSON.stringify(gone),
    items: flat,
  });
  return kept === 1;
}
