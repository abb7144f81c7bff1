import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { inParts } from '../../../platform/model/parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { ignoreReadOnly, type Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import type { OwnStorage } from '../../../search/model/own/storage.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { LibraryItem } from '../../model/library.ts';

/** Derived data expires when nobody has used it for this many days, and is then rebuilt when it is needed. */
const derivedDays = 30;

/** Another process wrote the index after it was read: nothing was written. */
export class ConcurrentWrite extends Error {}

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

/** `parts` repeats a file's name, and the first and last character of its base64 to read. */
const getParts = readScript({
  keys: ['words'],
  args: ['...parts'],
  returns: z.array(z.string().nullable()),
  body: `
    local found = {}
    for at = 1, #parts, 3 do
      local text = redis.call('HGET', words, parts[at])
      found[(at + 2) / 3] = text and string.sub(text, parts[at + 1], parts[at + 2])
    end
    return found
    `,
});

/** How many files one call reads, most of a few kilobytes; and how many parts of files. */
const [filesAtOnce, partsAtOnce] = [200, 1000];

/** `files` alternates names and base64. `known` is the manifest that the change is based on; empty if there was none. */
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

/** How much one request may carry; larger segments are written in portions. In characters of base64. */
const maxAtOnce = 4 * 2 ** 20;
/** How long a process that writes portions is the only writer after each, since all writers use the same names. */
const leaseMs = 60_000;

/** Writes a portion of files that `put` will name in the manifest. Refused if another process wrote such portions recently. */
const putPortion = writeScript({
  keys: ['words'],
  args: ['manifest', 'known', 'days', 'writer', 'now', '...files'],
  returns: z.literal([0, 1]),
  body: `
    if (redis.call('HGET', words, manifest) or '') ~= known then return 0 end
    local other, since = string.match(redis.call('HGET', words, 'writer') or '', '^(%S+) (%d+)$')
    if other and other ~= writer and tonumber(now) - tonumber(since) < ${leaseMs} then return 0 end
    redis.call('HSET', words, 'writer', writer .. ' ' .. now, unpack(files))
    redis.call('EXPIRE', words, days * 86400)
    return 1
    `,
});

/** Alternating names and base64, in portions that fit a request; the last one has the manifest, which completes them. */
function portionsOf(files: ReadonlyMap<string, Uint8Array>): string[][] {
  const portions: string[][] = [[]];
  let size = 0;
  const named = [...files].filter(([name]) => name === manifest);
  for (const [name, bytes] of [...[...files].filter(([each]) => each !== manifest), ...named]) {
    const text = Buffer.from(bytes).toString('base64');
    if (size > 0 && (size + text.length > maxAtOnce || (portions.at(-1)?.length ?? 0) >= 2000)) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push(name, text);
    size += text.length;
  }
  return portions;
}

/** Deletes the index of a person's own words; it is rebuilt when needed. */
export async function forgetWords(redis: Redis, userId: string): Promise<void> {
  await redis.del(keys.libraryWords(userId));
}

/**
 * The index of a person's own words in the store, for one writer or reader. `write` throws ConcurrentWrite if another process
 * has written since this one read the manifest.
 */
export function wordStorage(redis: Redis, userId: string): OwnStorage {
  const key = keys.libraryWords(userId);
  let known = '';
  const writer = randomUUID();
  const overtaken = () => new ConcurrentWrite('The index of these words was written meanwhile.');
  return {
    async read(names) {
      const found: (string | null)[] = [];
      for (const some of inParts(names, filesAtOnce)) found.push(...(await get(redis, { words: key, names: some })));
      const at = names.indexOf(manifest);
      if (at >= 0) known = found[at] ?? '';
      return found.map((text) => (text === null ? undefined : Uint8Array.from(Buffer.from(text, 'base64'))));
    },
    async readParts(parts) {
      const found: (Uint8Array | undefined)[] = [];
      for (const some of inParts(parts, partsAtOnce)) {
        // Three bytes are four characters.
        const asked = some.flatMap(({ name, from, to }) => [name, Math.floor(from / 3) * 4 + 1, Math.ceil(to / 3) * 4]);
        const texts = await getParts(redis, { words: key, parts: asked });
        for (const [each, { from, to }] of some.entries()) {
          const text = texts[each];
          const before = from % 3;
          found.push(text ? Buffer.from(text, 'base64').subarray(before, before + to - from) : undefined);
        }
      }
      return found;
    },
    async write(files, removed) {
      const portions = portionsOf(files);
      const last = portions.pop() ?? [];
      const to = { words: key, manifest, known, days: derivedDays };
      for (const portion of portions) {
        if ((await putPortion(redis, { ...to, writer, now: Date.now(), files: portion })) === 0) throw overtaken();
      }
      const written = await put(redis, {
        ...to,
        removed: JSON.stringify(portions.length > 0 ? [...removed, 'writer'] : removed),
        files: last,
      });
      if (written === 0) throw overtaken();
      known = Buffer.from(files.get(manifest) ?? []).toString('base64') || known;
    },
  };
}

const StoredItem = jsonOf(LibraryItem);
const itemsAtOnce = 2000;

/** A library as it was last saved: its items, and the revision of the log that they reach. */
export async function readItems(redis: Redis, userId: string): Promise<{ upTo: number; items: LibraryItem[] }> {
  const key = keys.libraryItems(userId);
  const items: LibraryItem[] = [];
  // Read first: items saved meanwhile are newer than this revision, and are only read once more.
  const upTo = Number((await redis.hget<string>(key, '')) ?? 0);
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(key, cursor, { count: itemsAtOnce });
    cursor = next;
    for (let at = 0; at < flat.length; at += 2) {
      const [uuid, value] = [String(flat[at]), flat[at + 1]];
      if (uuid === '') continue;
      // An earlier version of the program saved items in another form: start again.
      const item = StoredItem.safeParse(value);
      if (!item.success) {
        await ignoreReadOnly(redis.del(key));
        return { upTo: 0, items: [] };
      }
      items.push(item.data);
    }
  } while (cursor !== '0');
  if (upTo > 0) await ignoreReadOnly(redis.expire(key, derivedDays * 86_400));
  return { upTo, items };
}

/** `gone` are uuids; `items` alternates uuids and JSON. Writes only if the saved library is at the revision `before`. */
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

/** Saves the changes of a library since it was last saved. False if another process saved it meanwhile. */
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
