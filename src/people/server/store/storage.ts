import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, readScript } from '../../../platform/server/store/script.ts';

/** Gives the number of notes and their bytes. */
const ofNotes = readScript({
  keys: ['index'],
  args: ['from', 'to'],
  prefixes: {
    notes: keys.note(''),
    binned: keys.binned(''),
    copies: keys.copy(''),
    highlights: keys.highlights(''),
    revisions: keys.revisions(''),
    imported: keys.noteImported(''),
    pictures: keys.picture(''),
  },
  returns: z.tuple([z.int(), z.int()]),
  body: `  local uuids, bytes = redis.call('ZRANGE', index, from, to), 0
    for _, uuid in ipairs(uuids) do
      for _, prefix in ipairs({ notes, binned }) do
        local json = redis.call('GET', prefix .. uuid) or ''
        bytes = bytes + #json + (tonumber(string.match(json, '"pictures":{"bytes":(%d+)')) or 0)
        for name in string.gmatch(string.match(json, '"shows":%[([^%]]*)%]') or '', '%x+') do
          bytes = bytes + tonumber(redis.call('HGET', pictures .. name, 'bytes') or 0)
        end
      end
      for _, prefix in ipairs({ copies, imported }) do bytes = bytes + redis.call('STRLEN', prefix .. uuid) end
      for _, each in ipairs(redis.call('HVALS', highlights .. uuid)) do bytes = bytes + #each end
      for _, each in ipairs(redis.call('LRANGE', revisions .. uuid, 0, -1)) do bytes = bytes + #each end
    end
    return { #uuids, bytes }
    `,
});

const ofTheRest = readScript({
  keys: ['authorComments', 'drafts', 'collections', 'deleted'],
  prefixes: { comments: keys.comment(''), edits: keys.edits(''), collected: keys.collection('') },
  returns: z.int(),
  body: `
    local bytes = 0
    for _, id in ipairs(redis.call('ZRANGE', authorComments, 0, -1)) do
      bytes = bytes + redis.call('STRLEN', comments .. id)
      for _, each in ipairs(redis.call('LRANGE', edits .. id, 0, -1)) do bytes = bytes + #each end
    end
    for _, each in ipairs(redis.call('HVALS', drafts)) do bytes = bytes + #each end
    for _, index in ipairs({ collections, deleted }) do
      for _, id in ipairs(redis.call('ZRANGE', index, 0, -1)) do
        bytes = bytes + redis.call('STRLEN', collected .. id)
      end
    end
    return bytes
    `,
});

const notesAtOnce = 100;

/**
 * Bytes of what a person has here: notes with the pictures of their pages, those in the bin too, their versions, copies, highlights and what came with them, comments with
 * theirs, drafts, and collections.
 */
export async function measureStored(redis: Redis, userId: string): Promise<number> {
  let bytes = await ofTheRest(redis, {
    authorComments: keys.authorComments(userId),
    drafts: keys.drafts(userId),
    collections: keys.collections(userId),
    deleted: keys.deletedCollections(userId),
  });
  for (const index of [keys.authorNotes(userId), keys.bin(userId)]) {
    for (let from = 0, count = notesAtOnce; count === notesAtOnce; from += notesAtOnce) {
      const [found, some] = await ofNotes(redis, { index, from, to: from + notesAtOnce - 1 });
      bytes += some;
      count = found;
    }
  }
  return bytes;
}

const Count = z.object({ bytes: z.coerce.number(), at: z.coerce.number(), measured: z.coerce.number() });
export type StoredCount = z.infer<typeof Count>;

/**
 * The last count: `measured` bytes at a time (in milliseconds), raised since to `bytes`. Undefined where there is none.
 */
export async function readCount(redis: Redis, userId: string): Promise<StoredCount | undefined> {
  const [bytes, at, measured] = await readFields(redis, { count: keys.storedBytes(userId) });
  return bytes === null || at === null ? undefined : Count.parse({ bytes, at, measured });
}

const readFields = readScript({
  keys: ['count'],
  returns: z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]),
  body: `return redis.call('HMGET', count, 'bytes', 'at', 'measured')`,
});

/** After a day a count is measured anew, to correct what it missed. */
const countSeconds = 24 * 60 * 60;

const put = writeScript({
  keys: ['count', 'user'],
  args: ['bytes', 'at', 'seconds'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', user) == 0 then return 0 end
    redis.call('HSET', count, 'bytes', bytes, 'measured', bytes, 'at', at)
    redis.call('EXPIRE', count, seconds)
    return 1
    `,
});

export async function putCount(
  redis: Redis,
  userId: string,
  { bytes, at }: Omit<StoredCount, 'measured'>,
): Promise<void> {
  await put(redis, { count: keys.storedBytes(userId), user: keys.user(userId), bytes, at, seconds: countSeconds });
}

const raise = writeScript({
  keys: ['count'],
  args: ['bytes'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', count) == 0 then return 0 end
    redis.call('HINCRBY', count, 'bytes', bytes)
    return 1
    `,
});

/** False where there is no count to raise, which has to be measured then. */
export async function raiseCount(redis: Redis, userId: string, bytes: number): Promise<boolean> {
  return (await raise(redis, { count: keys.storedBytes(userId), bytes })) === 1;
}

/** Removes the count after something was deleted, so that the next write measures anew. */
export async function forgetCount(redis: Redis, userId: string): Promise<void> {
  await redis.del(keys.storedBytes(userId));
}
