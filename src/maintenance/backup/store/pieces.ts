import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { BackupVoid } from './snapshot.ts';

export type ValueType = 'string' | 'hash' | 'list' | 'set' | 'zset';

/** A key or a stretch of a large one, `from` its element `from`: values, [field, value], members, or [member, score]. */
export type Piece = { name: string; type: ValueType; from: number; values: string[]; expiresAt?: number };

const Found = z.tuple([
  z.string(),
  z.enum(['string', 'hash', 'list', 'set', 'zset']),
  z.int(),
  z.int(),
  z.array(z.string()),
]);
const pieceOf = ([name, type, expiresAt, from, values]: z.infer<typeof Found>): Piece => ({
  name,
  type,
  from,
  values,
  ...(expiresAt > 0 && { expiresAt }),
});

/** What one answer holds at the most, in bytes, unless a single value is longer; and elements that are read at once. */
const answerBytes = 500_000;
const elementsAtOnce = 1000;

/** Reading a whole key, and when it ends, by this script's clock. */
const wholeKey = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local sizes = { hash = 'HLEN', list = 'LLEN', set = 'SCARD', zset = 'ZCARD' }
  local function endOf(name)
    local left = redis.call('PTTL', name)
    return left > 0 and now + left or 0
  end
  local function read(type, name)
    if type == 'string' then return { redis.call('GET', name) }
    elseif type == 'hash' then return redis.call('HGETALL', name)
    elseif type == 'list' then return redis.call('LRANGE', name, 0, -1)
    elseif type == 'set' then return redis.call('SMEMBERS', name)
    else return redis.call('ZRANGE', name, 0, -1, 'WITHSCORES') end
  end
  local function bytesOf(values)
    local bytes = 0
    for _, value in ipairs(values) do bytes = bytes + #value end
    return bytes
  end
  local function whole(type, name)
    if type ~= 'string' and redis.call(sizes[type], name) > ${elementsAtOnce} then return nil end
    local values = read(type, name)
    local bytes = bytesOf(values)
    if type ~= 'string' and bytes > ${answerBytes} then return nil end
    return values, bytes
  end
`;

/**
 * KEYS run, keeping, kept, images, then keys. ARGV id. Gives how many of the keys were looked at, and what those hold
 * that nobody has changed. What is large is set aside, to be read in pieces while it stands still.
 */
const readUnchanged = numberedWrite(
  `
  ${wholeKey}
  if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('GET', KEYS[2]) ~= ARGV[1] then return 'void' end
  local found, bytes, looked = {}, 0, 0
  for i = 5, #KEYS do
    if bytes > ${answerBytes} then break end
    looked = looked + 1
    local name = KEYS[i]
    local type = redis.call('TYPE', name).ok
    if type ~= 'none' and redis.call('SISMEMBER', KEYS[3], name) == 0 then
      local values, size = whole(type, name)
      if values then
        bytes = bytes + size
        found[#found + 1] = { name, type, endOf(name), 0, values }
      else
        redis.call('SADD', KEYS[3], name)
        redis.call('COPY', name, 'backup:' .. ARGV[1] .. ':image:' .. name)
        redis.call('SADD', KEYS[4], name)
      end
    end
  end
  return { looked, found }
  `,
  z.union([z.literal('void'), z.tuple([z.int(), z.array(Found)])]),
);

/** What of these keys is as it was, as far as one answer goes: `looked` of them were read. Throws `BackupVoid`. */
export async function readUnchangedKeys(
  redis: Redis,
  id: string,
  names: string[],
): Promise<{ looked: number; pieces: Piece[] }> {
  const own = [keys.backupRun, keys.backupKeeping, keys.backupKept(id), keys.backupImages(id)];
  const answer = await readUnchanged(redis, [...own, ...names], [id]);
  if (answer === 'void') throw new BackupVoid();
  return { looked: answer[0], pieces: answer[1].map(pieceOf) };
}

/**
 * KEYS run, image, order. ARGV id, name, from. A large hash or set is read in an order that is written down once. Gives
 * the next place, or 0 when this was the last piece.
 */
const readStretch = numberedWrite(
  `
  ${wholeKey}
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'void' end
  local image, order, from = KEYS[2], KEYS[3], tonumber(ARGV[3])
  local type = redis.call('TYPE', image).ok
  if type == 'none' then return { 0 } end
  if from == 0 then
    local values = whole(type, image)
    if values then return { 0, { ARGV[2], type, endOf(image), 0, values } } end
    if (type == 'hash' or type == 'set') and redis.call('EXISTS', order) == 0 then
      local names = redis.call(type == 'hash' and 'HKEYS' or 'SMEMBERS', image)
      for at = 1, #names, 5000 do redis.call('RPUSH', order, unpack(names, at, math.min(at + 4999, #names))) end
    end
  end
  local length = redis.call(sizes[type], image)
  local values, bytes, next = {}, 0, from
  while next < length and bytes < ${answerBytes} do
    local last = next + 99
    local batch
    if type == 'zset' then batch = redis.call('ZRANGE', image, next, last, 'WITHSCORES')
    elseif type == 'list' then batch = redis.call('LRANGE', image, next, last)
    else batch = redis.call('LRANGE', order, next, last) end
    for _, value in ipairs(batch) do
      values[#values + 1] = value
      bytes = bytes + #value
      if type == 'hash' then
        local held = redis.call('HGET', image, value)
        values[#values + 1] = held
        bytes = bytes + #held
      end
    end
    next = last + 1
  end
  return { next < length and next or 0, { ARGV[2], type, endOf(image), from, values } }
  `,
  z.union([z.literal('void'), z.tuple([z.int(), Found]), z.tuple([z.literal(0)])]),
);

/** The stretch of a key, as it was, that begins at `from`, and where the next one begins. Throws `BackupVoid`. */
export async function readImage(
  redis: Redis,
  id: string,
  name: string,
  from: number,
): Promise<{ next: number | undefined; pieces: Piece[] }> {
  const own = [keys.backupRun, keys.backupImage(id, name), keys.backupOrder(id, name)];
  const answer = await readStretch(redis, own, [id, name, from]);
  if (answer === 'void') throw new BackupVoid();
  const [next, found] = answer;
  return { next: next > 0 ? next : undefined, pieces: found ? [pieceOf(found)] : [] };
}
