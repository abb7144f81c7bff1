import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { isPublic } from '../../../notes/server/store/note-parts.ts';

/** The maximum number of notes with vectors, those read last: about 3.7 MB if all of them are requested. */
const max = 10_000;
/** The length of a digest, which precedes the vector. */
const digestLength = 22;

/** What is stored for a note: the digest of the embedded text, of 22 characters, and its vector. `rev` is the note's. */
export type NoteVector = { uuid: string; rev: number; digest: string; vector: string };

const take = writeScript({
  fixed: { modelKey: keys.vectorModel, vectors: keys.vectors, log: keys.vectorLog, cursor: keys.vectorCursor },
  args: ['model'],
  returns: z.int(),
  body: `
    if redis.call('GET', modelKey) == model then return 0 end
    redis.call('DEL', vectors, log, cursor)
    redis.call('SET', modelKey, model)
    return 1
    `,
});

/**
 * From now on, vectors are of this model. Those of another one are deleted, since they cannot be compared, and all are
 * made again.
 */
export async function keepVectorsOf(redis: Redis, model: string): Promise<void> {
  await take(redis, { model });
}

/** Adds a change to the log. */
const logVector: LuaPart = {
  fixed: { log: keys.vectorLog },
  body: `
    local newest = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')[2]
    local number = newest and tonumber(newest) or 0
    local function logVector(uuid)
      number = number + 1
      redis.call('ZADD', log, number, uuid)
    end
  `,
};

/** `made` holds uuid, revision and what to store, for each in turn. Returns how many were stored. */
const put = writeScript({
  uses: [logVector, isPublic],
  fixed: { vectors: keys.vectors, log: keys.vectorLog },
  args: ['max', '...made'],
  returns: z.int(),
  body: `
    local stored = 0
    for i = 1, #made, 3 do
      local uuid, rev, vector = unpack(made, i, i + 2)
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      if note and isPublic(note) and not note.noModel and note.rev == tonumber(rev) then
        redis.call('HSET', vectors, uuid, vector)
        logVector(uuid)
        stored = stored + 1
      end
    end
    for _, uuid in ipairs(redis.call('ZRANGE', log, 0, -max - 1)) do
      redis.call('HDEL', vectors, uuid)
      redis.call('ZREM', log, uuid)
    end
    return stored
    `,
});

/** Stores the vectors of notes that have not changed since they were read, are public, and are not kept from models. */
export async function putVectors(redis: Redis, made: readonly NoteVector[]): Promise<number> {
  if (made.length === 0) return 0;
  return put(redis, { max, made: made.flatMap((one) => [one.uuid, one.rev, one.digest + one.vector]) });
}

const drop = writeScript({
  uses: [logVector],
  fixed: { vectors: keys.vectors },
  args: ['...uuids'],
  returns: z.int(),
  body: `
    for _, uuid in ipairs(uuids) do
      if redis.call('HDEL', vectors, uuid) == 1 then logVector(uuid) end
    end
    return 1
    `,
});

/** Deletes the vectors of notes that may not have one. */
export async function dropVectors(redis: Redis, uuids: string[]): Promise<void> {
  if (uuids.length > 0) await drop(redis, { uuids });
}

const Stored = z.array(z.string().nullable());

/** What is stored for these notes, in their order: the digest of the embedded text, and the vector. */
export async function storedVectors(
  redis: Redis,
  uuids: string[],
): Promise<({ digest: string; vector: string } | undefined)[]> {
  if (uuids.length === 0) return [];
  return (await read(redis, { uuids: uuids })).map((value) =>
    value === null ? undefined : { digest: value.slice(0, digestLength), vector: value.slice(digestLength) },
  );
}

const read = readScript({
  fixed: { vectors: keys.vectors },
  args: ['...uuids'],
  returns: Stored,
  body: `return redis.call('HMGET', vectors, unpack(uuids))`,
});

const since = readScript({
  fixed: { modelKey: keys.vectorModel, log: keys.vectorLog, vectorsKey: keys.vectors },
  args: ['model', 'known'],
  returns: z.tuple([z.int(), z.array(z.string()), z.array(z.string())]),
  body: `
    if redis.call('GET', modelKey) ~= model then return { 0, {}, {} } end
    local newest = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')[2]
    local uuids = redis.call('ZRANGE', log, '(' .. known, '+inf', 'BYSCORE')
    local vectors = {}
    for i = 1, #uuids, 1000 do
      local some = redis.call('HMGET', vectorsKey, unpack(uuids, i, math.min(i + 999, #uuids)))
      for _, value in ipairs(some) do table.insert(vectors, value and string.sub(value, ${digestLength + 1}) or '') end
    end
    return { newest and tonumber(newest) or 0, uuids, vectors }
    `,
});

/** Added and changed vectors; undefined for a removed one. `newest` is the number of the last change, or 0 without any. */
export type VectorChanges = { newest: number; changes: [uuid: string, vector: string | undefined][] };

/** The changes of a model's vectors after the change `known`, in one round trip. */
export async function vectorsSince(redis: Redis, model: string, known: number): Promise<VectorChanges> {
  const [newest, uuids, vectors] = await since(redis, { model, known });
  return { newest, changes: uuids.map((uuid, at) => [uuid, vectors[at] || undefined]) };
}
