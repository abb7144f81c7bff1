import { z } from 'zod';
import type { Entry } from '../../model/entry.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { StoredEntry } from './stored-case.ts';

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
