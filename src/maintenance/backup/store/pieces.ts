import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, type LuaPart } from '../../../platform/server/store/script.ts';
import { BackupVoid } from './snapshot.ts';
import { hash } from 'node:crypto';

const lanes = 8;

/**
 * The digest of a store's contents: the sum of the digests of all elements, so that neither the order in which they are read
 * nor the division of keys into pieces matters. Expiry times are not included.
 */
export class ContentDigest {
  readonly #sum: Uint32Array;

  constructor(hex?: string) {
    const bytes = hex === undefined ? Buffer.alloc(lanes * 4) : Buffer.from(hex, 'hex');
    this.#sum = Uint32Array.from({ length: lanes }, (_, lane) => bytes.readUInt32LE(lane * 4));
  }

  add(piece: Piece): void {
    for (const element of elementsOf(piece)) this.#count(element);
  }

  get hex(): string {
    const bytes = Buffer.alloc(lanes * 4);
    this.#sum.forEach((value, lane) => bytes.writeUInt32LE(value, lane * 4));
    return bytes.toString('hex');
  }

  #count(element: unknown[]): void {
    const digest = hash('sha256', JSON.stringify(element), 'buffer');
    for (let lane = 0; lane < lanes; lane += 1) {
      this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4);
    }
  }
}

function* elementsOf({ name, type, from, values }: Piece): Generator<unknown[]> {
  if (type === 'hash' || type === 'zset') {
    for (let at = 0; at < values.length; at += 2) {
      const second = values[at + 1] ?? '';
      yield [type, name, values[at], type === 'zset' ? scoreOf(second) : second];
    }
    return;
  }
  for (const [index, value] of values.entries()) {
    yield type === 'list' ? [type, name, from + index, value] : [type, name, value];
  }
}

/** The score as a normalised number: stores format it differently. */
function scoreOf(text: string): string {
  return text.includes('inf') ? text : String(Number(text));
}

type ValueType = 'string' | 'hash' | 'list' | 'set' | 'zset' | 'file';

/** A key, or a range of a large one from element `from`: values, [field, value], members, or [member, score]. */
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

/** The most bytes in one answer, unless a single value is longer; and how many elements are read together. */
const answerBytes = 500_000;
const elementsAtOnce = 1000;

/** Reading a whole key, and its expiry time by the store's clock. */
const wholeKey: LuaPart = {
  body: `
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
`,
};

/**
 * Returns how many of the keys were read, and the contents of those that have not changed since the backup began. Large keys
 * are copied, to be read in pieces from a copy that does not change.
 */
const readUnchanged = writeScript({
  uses: [wholeKey],
  keys: ['kept', 'images', '...names'],
  fixed: { run: keys.backupRun, keeping: keys.backupKeeping },
  args: ['id'],
  returns: z.union([z.literal('void'), z.tuple([z.int(), z.array(Found)])]),
  body: `
    if redis.call('GET', run) ~= id or redis.call('GET', keeping) ~= id then return 'void' end
    local found, bytes, looked = {}, 0, 0
    for _, name in ipairs(names) do
      if bytes > ${answerBytes} then break end
      looked = looked + 1
      
      local type = redis.call('TYPE', name).ok
      if type ~= 'none' and redis.call('SISMEMBER', kept, name) == 0 then
        local values, size = whole(type, name)
        if values then
          bytes = bytes + size
          found[#found + 1] = { name, type, endOf(name), 0, values }
        else
          redis.call('SADD', kept, name)
          redis.call('COPY', name, 'backup:' .. id .. ':image:' .. name)
          redis.call('SADD', images, name)
        end
      end
    end
    return { looked, found }
    `,
});

/** Reads these keys until one answer is full: `looked` were read, and unchanged ones returned. Throws `BackupVoid`. */
export async function readUnchangedKeys(
  redis: Redis,
  id: string,
  names: string[],
): Promise<{ looked: number; pieces: Piece[] }> {
  const answer = await readUnchanged(redis, { kept: keys.backupKept(id), images: keys.backupImages(id), names, id });
  if (answer === 'void') throw new BackupVoid();
  return { looked: answer[0], pieces: answer[1].map(pieceOf) };
}

/**
 * Reads a range of a key's copy. The order of a large hash or set is stored once. Returns the start of the next range, or 0
 * after the last.
 */
const readStretch = writeScript({
  uses: [wholeKey],
  keys: ['imageKey', 'orderKey'],
  fixed: { run: keys.backupRun },
  args: ['id', 'of', 'begun'],
  returns: z.union([z.literal('void'), z.tuple([z.int(), Found]), z.tuple([z.literal(0)])]),
  body: `
    if redis.call('GET', run) ~= id then return 'void' end
    local image, order, from = imageKey, orderKey, tonumber(begun)
    local type = redis.call('TYPE', image).ok
    if type == 'none' then return { 0 } end
    if from == 0 then
      local values = whole(type, image)
      if values then return { 0, { of, type, endOf(image), 0, values } } end
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
    return { next < length and next or 0, { of, type, endOf(image), from, values } }
    `,
});

/** The range of a key's copy from `from` on, and where the next one starts. Throws `BackupVoid`. */
export async function readImage(
  redis: Redis,
  id: string,
  name: string,
  from: number,
): Promise<{ next: number | undefined; pieces: Piece[] }> {
  const answer = await readStretch(redis, {
    imageKey: keys.backupImage(id, name),
    orderKey: keys.backupOrder(id, name),
    id,
    of: name,
    begun: from,
  });
  if (answer === 'void') throw new BackupVoid();
  const [next, found] = answer;
  return { next: next > 0 ? next : undefined, pieces: found ? [pieceOf(found)] : [] };
}
