import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite, readScript, writeScript } from '../../../platform/server/store/script.ts';

/** So many notes have vectors at most, those that were read last: some 3.7 MB where all of them are asked for. */
const max = 10_000;
/** A digest has so many characters, and stands before the vector. */
const digestLength = 22;

/** What is stored of a note: the digest of what was embedded, of 22 characters, and its vector. `rev` is the note's. */
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

/** From now on vectors are of this model: those of another one go, since they cannot be compared, and all are to be made anew. */
export async function keepVectorsOf(redis: Redis, model: string): Promise<void> {
  await take(redis, { model });
}

/** Lua: `note(uuid)` enters a change into the log. */
const log = `
  local newest = redis.call('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')[2]
  local number = newest and tonumber(newest) or 0
  local function note(uuid)
    number = number + 1
    redis.call('ZADD', KEYS[2], number, uuid)
  end
`;

/** KEYS vectors, log, then the notes. ARGV most, then uuid, revision and what to store of each. Gives how many were stored. */
const put = numberedWrite(
  `
  ${log}
  local stored = 0
  for i = 3, #KEYS do
    local at = (i - 3) * 3 + 2
    local text = redis.call('GET', KEYS[i])
    local found = text and cjson.decode(text)
    local may = found and found.visibility == 'public' and not found.hidden and not found.noModel
    if may and found.rev == tonumber(ARGV[at + 1]) then
      redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 2])
      note(ARGV[at])
      stored = stored + 1
    end
  end
  local over = redis.call('ZRANGE', KEYS[2], 0, -ARGV[1] - 1)
  for _, uuid in ipairs(over) do
    redis.call('HDEL', KEYS[1], uuid)
    redis.call('ZREM', KEYS[2], uuid)
  end
  return stored
  `,
  z.int(),
);

/** Stores vectors of notes that are as they were when they were read, public, and not kept from models. */
export async function putVectors(redis: Redis, made: readonly NoteVector[]): Promise<number> {
  if (made.length === 0) return 0;
  const names = [keys.vectors, keys.vectorLog, ...made.map(({ uuid }) => keys.note(uuid))];
  return put(redis, names, [max, ...made.flatMap((one) => [one.uuid, one.rev, one.digest + one.vector])]);
}

/** KEYS vectors, log. ARGV uuids. */
const drop = numberedWrite(
  `
  ${log}
  for _, uuid in ipairs(ARGV) do
    if redis.call('HDEL', KEYS[1], uuid) == 1 then note(uuid) end
  end
  return 1
  `,
  z.int(),
);

/** Takes away the vectors of notes that may have none. */
export async function dropVectors(redis: Redis, uuids: string[]): Promise<void> {
  if (uuids.length > 0) await drop(redis, [keys.vectors, keys.vectorLog], uuids);
}

const Stored = z.array(z.string().nullable());

/** What is stored of these notes, in their order: the digest of what was embedded, and the vector. */
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

/** Vectors that came or changed, and undefined where one went. `newest` is the number of the last change, 0 where there is none. */
export type VectorChanges = { newest: number; changes: [uuid: string, vector: string | undefined][] };

/** What changed among the vectors of a model after a change, in one round trip. */
export async function vectorsSince(redis: Redis, model: string, known: number): Promise<VectorChanges> {
  const [newest, uuids, vectors] = await since(redis, { model, known });
  return { newest, changes: uuids.map((uuid, at) => [uuid, vectors[at] || undefined]) };
}
