import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, readScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { unshown } from '../../../pictures/server/store/sent-pictures.ts';

const measuringNotes: LuaPart = {
  body: `
    local function bytesOfNotes(uuids)
      local bytes = 0
      for _, uuid in ipairs(uuids) do
        for _, key in ipairs({ ${luaKey(keys.note, 'uuid')}, ${luaKey(keys.binned, 'uuid')} }) do
          local json = redis.call('GET', key) or ''
          bytes = bytes + #json + (tonumber(string.match(json, '"pictures":{"bytes":(%d+)')) or 0)
          for name in string.gmatch(string.match(json, '"shows":%[([^%]]*)%]') or '', '%x+') do
            bytes = bytes + tonumber(redis.call('HGET', ${luaKey(keys.picture, 'name')}, 'bytes') or 0)
          end
        end
        for _, key in ipairs({ ${luaKey(keys.copy, 'uuid')}, ${luaKey(keys.formerCopy, 'uuid')}, ${luaKey(keys.noteImported, 'uuid')} }) do
          bytes = bytes + redis.call('STRLEN', key)
        end
        for _, each in ipairs(redis.call('HVALS', ${luaKey(keys.highlights, 'uuid')})) do bytes = bytes + #each end
        for _, each in ipairs(redis.call('LRANGE', ${luaKey(keys.revisions, 'uuid')}, 0, -1)) do bytes = bytes + #each end
      end
      return bytes
    end
  `,
};

const measuringTheRest: LuaPart = {
  uses: [unshown],
  body: `
    local function bytesOfTheRest(authorComments, drafts, sent, indexes)
      local bytes = 0
      for _, id in ipairs(redis.call('ZRANGE', authorComments, 0, -1)) do
        bytes = bytes + redis.call('STRLEN', ${luaKey(keys.comment, 'id')})
        for _, each in ipairs(redis.call('LRANGE', ${luaKey(keys.edits, 'id')}, 0, -1)) do bytes = bytes + #each end
      end
      for _, each in ipairs(redis.call('HVALS', drafts)) do bytes = bytes + #each end
      for _, name in ipairs(redis.call('ZRANGE', sent, 0, -1)) do
        if isUnshown(name) then bytes = bytes + tonumber(redis.call('HGET', ${luaKey(keys.picture, 'name')}, 'bytes') or 0) end
      end
      for _, index in ipairs(indexes) do
        for _, id in ipairs(redis.call('ZRANGE', index, 0, -1)) do
          bytes = bytes + redis.call('STRLEN', ${luaKey(keys.collection, 'id')})
        end
      end
      return bytes
    end
  `,
};

/** Returns the number of notes and their bytes. */
const ofNotes = readScript({
  uses: [measuringNotes],
  keys: ['index'],
  args: ['from', 'to'],
  returns: z.tuple([z.int(), z.int()]),
  body: `
    local uuids = redis.call('ZRANGE', index, from, to)
    return { #uuids, bytesOfNotes(uuids) }
  `,
});

const rest = ['authorComments', 'drafts', 'sent', 'collections', 'deleted'] as const;
const restOf = (userId: string) => ({
  authorComments: keys.authorComments(userId),
  drafts: keys.drafts(userId),
  sent: keys.sentPictures(userId),
  collections: keys.collections(userId),
  deleted: keys.deletedCollections(userId),
});

const countedOf = (userId: string) => ({
  count: keys.storedBytes(userId),
  noteIndex: keys.authorNotes(userId),
  binIndex: keys.bin(userId),
  ...restOf(userId),
});

const ofTheRest = readScript({
  uses: [measuringTheRest],
  keys: rest,
  returns: z.int(),
  body: `return bytesOfTheRest(authorComments, drafts, sent, { collections, deleted })`,
});

const notesAtOnce = 100;

/**
 * The bytes that a person has stored: notes with the pictures of their pages, including those in the bin, their versions,
 * copies, highlights and imported extras, comments with theirs, drafts, collections, and uploaded pictures that no note
 * shows yet.
 */
export async function measureStored(redis: Redis, userId: string): Promise<number> {
  const inAll = async (index: string) => {
    let bytes = 0;
    for (let from = 0, count = notesAtOnce; count === notesAtOnce; from += notesAtOnce) {
      const [found, some] = await ofNotes(redis, { index, from, to: from + notesAtOnce - 1 });
      bytes += some;
      count = found;
    }
    return bytes;
  };
  const parts = await Promise.all([
    ofTheRest(redis, restOf(userId)),
    inAll(keys.authorNotes(userId)),
    inAll(keys.bin(userId)),
  ]);
  return parts.reduce((sum, bytes) => sum + bytes, 0);
}

const Count = z.object({ bytes: z.coerce.number(), at: z.coerce.number(), measured: z.coerce.number() });
export type StoredCount = z.infer<typeof Count>;

/**
 * The last count: `measured` bytes at a time (in milliseconds; 0 if something was deleted since), raised since to `bytes`.
 * Without a count, a person with few notes is measured immediately. Undefined for others.
 */
export async function readCount(redis: Redis, userId: string, now: Date): Promise<StoredCount | undefined> {
  const [bytes, at, measured] = await readOrMeasure(redis, {
    ...countedOf(userId),
    max: notesAtOnce,
    now: now.getTime(),
  });
  return bytes === null || at === null ? undefined : Count.parse({ bytes, at, measured });
}

const Field = z.string().or(z.int()).nullable();
const readOrMeasure = readScript({
  uses: [measuringNotes, measuringTheRest],
  keys: ['count', 'noteIndex', 'binIndex', ...rest],
  args: ['max', 'now'],
  returns: z.tuple([Field, Field, Field]),
  body: `
    local known = redis.call('HMGET', count, 'bytes', 'at', 'measured')
    if redis.call('HEXISTS', count, 'aged') == 1 then known[2] = '0' end
    if known[1] or redis.call('ZCARD', noteIndex) + redis.call('ZCARD', binIndex) > tonumber(max) then return known end
    local bytes = bytesOfTheRest(authorComments, drafts, sent, { collections, deleted })
    for _, index in ipairs({ noteIndex, binIndex }) do bytes = bytes + bytesOfNotes(redis.call('ZRANGE', index, 0, -1)) end
    return { bytes, now, bytes }
  `,
});

/**
 * The first write after a day measures again, to correct what the count missed. The count expires if nothing is written.
 */
const countSeconds = 30 * 24 * 60 * 60;

const put = writeScript({
  keys: ['count', 'user'],
  args: ['bytes', 'at', 'seconds'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', user) == 0 then return 0 end
    redis.call('HSET', count, 'bytes', bytes, 'measured', bytes, 'at', at)
    redis.call('HDEL', count, 'aged')
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
  uses: [measuringNotes, measuringTheRest],
  keys: ['count', 'user', 'noteIndex', 'binIndex', ...rest],
  args: ['bytes', 'since', 'max', 'now', 'seconds'],
  returns: z.literal([0, 1]),
  body: `
    local at = tonumber(redis.call('HGET', count, 'at') or 'nan')
    if at and at >= tonumber(since) then
      redis.call('HINCRBY', count, 'bytes', bytes)
      return 1
    end
    if redis.call('ZCARD', noteIndex) + redis.call('ZCARD', binIndex) > tonumber(max) then return 0 end
    if redis.call('EXISTS', user) == 0 then return 1 end
    local all = bytesOfTheRest(authorComments, drafts, sent, { collections, deleted })
    for _, index in ipairs({ noteIndex, binIndex }) do all = all + bytesOfNotes(redis.call('ZRANGE', index, 0, -1)) end
    redis.call('HSET', count, 'bytes', all, 'measured', all, 'at', now)
    redis.call('HDEL', count, 'aged')
    redis.call('EXPIRE', count, seconds)
    return 1
    `,
});

/**
 * Adds to a count what was stored. If there is none, or only one from before `since`, a person with few notes is measured
 * instead; false for others, who still have to be.
 */
export async function raiseCount(
  redis: Redis,
  userId: string,
  bytes: number,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const times = { since: since.getTime(), now: now.getTime(), seconds: countSeconds };
  const user = keys.user(userId);
  return (await raise(redis, { ...countedOf(userId), user, bytes, ...times, max: notesAtOnce })) === 1;
}

const age = writeScript({
  keys: ['count'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', count) == 0 then return 0 end
    redis.call('HSET', count, 'aged', 1)
    return 1
    `,
});

/**
 * After a deletion the count is too high: it must not refuse or show anything before it is measured again. The time of the
 * measurement stays, so that what it missed is corrected no later than otherwise.
 */
export async function ageCount(redis: Redis, userId: string): Promise<void> {
  await age(redis, { count: keys.storedBytes(userId) });
}
