import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { StoredEntry } from './stored-case.ts';

/** An entry of the moderation log with its exact text, which a decision compares. */
export async function readEntry(redis: Redis, id: string): Promise<{ entry: Entry; text: string } | undefined> {
  const text = await redis.get<string>(keys.entry(id));
  return text === null ? undefined : { entry: StoredEntry.parse(text), text };
}

/** KEYS a sorted set of entries. ARGV from, to, prefix of entries. Gives how many there are and the entries' JSON. */
const page = numberedRead(
  `
  local entries = {}
  for _, id in ipairs(redis.call('ZREVRANGE', KEYS[1], ARGV[1], ARGV[2])) do
    table.insert(entries, redis.call('GET', ARGV[3] .. id))
  end
  return { redis.call('ZCARD', KEYS[1]), entries }
  `,
  z.tuple([z.int(), z.array(StoredEntry)]),
);

/** What entries are listed: all, those that everyone may read, or those about one person. */
export type EntryList = 'all' | 'public' | { person: string };

/** One page of entries, newest first, and how many there are, in one round trip. */
export async function listEntries(
  redis: Redis,
  list: EntryList,
  { page: number, size }: { page: number; size: number },
): Promise<{ total: number; entries: Entry[] }> {
  const name = list === 'all' ? keys.entries : list === 'public' ? keys.publicEntries : keys.personEntries(list.person);
  const [total, entries] = await page(redis, [name], [(number - 1) * size, number * size - 1, keys.entry('')]);
  return { total, entries };
}

/** Everything that the log tells, oldest first, for the pages of the site. */
export async function allPublicEntries(redis: Redis): Promise<Entry[]> {
  const ids = z.array(z.string()).parse(await redis.zrange(keys.publicEntries, 0, -1));
  const found = await inBatches(redis, ids.map(keys.entry), StoredEntry);
  return found.filter((entry) => entry !== undefined);
}
