import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import type { Piece } from './pieces.ts';

/**
 * What backups leave out: whatever lets somebody in without a password (sessions, mailed links), what is valid only for
 * minutes (rate limits, leases, pauses), the state of a site that was built elsewhere, the store's lifetime, which is known
 * from the time of the backup, and the id of the database, since a restored one is a different one: builds then start from
 * scratch.
 */
const prefixes = [
  'backup:',
  keys.session(''),
  keys.token(''),
  'rate:',
  'publish:',
  keys.mailPause(''),
  keys.exportMaker(''),
];
const names = new Set<string>([
  keys.storeId,
  keys.lived,
  keys.migrating,
  keys.restoring,
  keys.modelRun,
  keys.copiesRun,
  keys.modelPause,
  keys.vectorRun,
  keys.vectorPause,
]);
const lists = /^user:[^:]+:(sessions|tokens)$/;

export function isExcludedKey(name: string): boolean {
  return names.has(name) || lists.test(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** Whether a key's value is sealed with SESSION_SECRET, which backups do not have: a second factor, or an export's password. */
export const isSealed = (name: string) => /^user:[^:]+:factor$/.test(name) || name.startsWith(keys.exportSecret(''));

/** Keys that an empty store may have: those that are left out, its schema version, and the record that nothing was seeded. */
function isNothing(name: string): boolean {
  return isExcludedKey(name) || name === keys.schema || name === keys.seededAt;
}

const put = writeScript({
  keys: ['...names'],
  args: ['...values'],
  returns: z.literal(1),
  body: `
    local commands = { string = 'SET', hash = 'HSET', list = 'RPUSH', set = 'SADD' }
    local at = 1
    for _, name in ipairs(names) do
      local type, last = values[at], at + 1 + tonumber(values[at + 1])
      if type == 'zset' then
        for i = at + 2, last, 2 do redis.call('ZADD', name, values[i + 1], values[i]) end
      else
        -- In pairs, for hashes; no more at once than the stack holds.
        for i = at + 2, last, 1000 do redis.call(commands[type], name, unpack(values, i, math.min(i + 999, last))) end
      end
      at = last + 1
    end
    return 1
    `,
});

/** Writes pieces of a backup into the store, appending to earlier pieces of the same key. */
export async function putPieces(redis: Redis, pieces: Piece[]): Promise<void> {
  const names = pieces.map(({ name }) => name);
  await put(redis, { names: names, values: pieces.flatMap(({ type, values }) => [type, values.length, ...values]) });
}

/** The keys that stop a restore, because the store is not empty. */
export async function* existingKeys(redis: Redis): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, { count: 500 });
    yield names.filter((name) => !isNothing(name));
    cursor = next;
  } while (cursor !== '0');
}

/** The backup of an interrupted restore. */
export function unfinishedRestore(redis: Redis): Promise<string | null> {
  return redis.get<string>(keys.restoring);
}

/** Marks the store as being restored, so that nothing starts with half of the data. */
export async function beginRestore(redis: Redis, backup: string): Promise<void> {
  await redis.set(keys.restoring, backup);
}

export async function endRestore(redis: Redis): Promise<void> {
  await redis.del(keys.restoring);
}

/** Deletes everything that was restored, with the lease of its comparison if it was killed then, and the mark last. */
export async function deleteRestored(redis: Redis): Promise<void> {
  for await (const names of existingKeys(redis)) if (names.length > 0) await redis.unlink(...names);
  await redis.del(keys.schema, keys.seededAt, keys.lived, keys.backupRun, keys.backupKeeping);
  await endRestore(redis);
}

const end = writeScript({
  keys: ['...names'],
  args: ['...ends'],
  returns: z.literal(1),
  body: `for i, name in ipairs(names) do redis.call('PEXPIREAT', name, ends[i]) end return 1`,
});

/** Sets the times at which keys expire. */
export async function expireKeys(redis: Redis, ends: ReadonlyMap<string, number>): Promise<void> {
  const all = [...ends];
  for (let from = 0; from < all.length; from += 500) {
    const some = all.slice(from, from + 500);
    await end(redis, { names: some.map(([name]) => name), ends: some.map(([, at]) => at) });
  }
}
