import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { StoredEntry } from './cases.ts';

/** An entry of the moderation log with its exact text, which a decision compares. */
export async function readEntry(redis: Redis, id: string): Promise<{ entry: Entry; text: string } | undefined> {
  const text = await redis.get<string>(keys.entry(id));
  return text === null ? undefined : { entry: StoredEntry.parse(text), text };
}

/** Gives how many there are and the entries' JSON. */
const page = readScript({
  keys: ['index'],
  args: ['from', 'to'],
  prefixes: { entryPrefix: keys.entry('') },
  returns: z.tuple([z.int(), z.array(StoredEntry)]),
  body: `
    local entries = {}
    for _, id in ipairs(redis.call('ZREVRANGE', index, from, to)) do
      table.insert(entries, redis.call('GET', entryPrefix .. id))
    end
    return { redis.call('ZCARD', index), entries }
    `,
});

/** What entries are listed: all, those that everyone may read, or those about one person. */
export type EntryList = 'all' | 'public' | { person: string };

/** One page of entries, newest first, and how many there are, in one round trip. */
export async function listEntries(
  redis: Redis,
  list: EntryList,
  { page: number, size }: { page: number; size: number },
): Promise<{ total: number; entries: Entry[] }> {
  const name = list === 'all' ? keys.entries : list === 'public' ? keys.publicEntries : keys.personEntries(list.person);
  const [total, entries] = await page(redis, { index: name, from: (number - 1) * size, to: number * size - 1 });
  return { total, entries };
}

/** Those of these domains that are banned, with the entry that banned each. */
export async function bannedAmong(redis: Redis, domains: readonly string[]): Promise<Entry[]> {
  if (domains.length === 0) return [];
  const found = await redis.hmget<Record<string, string | null>>(keys.bannedDomains, ...domains);
  return Object.values(found ?? {}).flatMap((text) => (text === null ? [] : [StoredEntry.parse(text)]));
}

/** Every ban, newest first. */
export async function bannedDomains(redis: Redis): Promise<Entry[]> {
  const found = z.array(StoredEntry).parse(await redis.hvals(keys.bannedDomains));
  return found.sort((one, other) => (one.at < other.at ? 1 : -1));
}
