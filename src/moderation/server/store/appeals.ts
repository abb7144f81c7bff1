import { z } from 'zod';
import type { Appeal } from '../../model/appeal.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredAppeal } from './stored-case.ts';

/** KEYS appeal, queue, entry. ARGV the appeal's JSON, the entry's id, now in milliseconds. */
const add = numberedWrite(
  `
  local entry = redis.call('GET', KEYS[3])
  if not entry then return 'missing' end
  if type(cjson.decode(entry).undoneBy) == 'string' then return 'undone' end
  redis.call('ZCARD', KEYS[2])
  if not redis.call('SET', KEYS[1], ARGV[1], 'NX') then return 'already' end
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  return 'written'
  `,
  z.enum(['missing', 'undone', 'already', 'written']),
);

/** Records the one appeal against an entry: `already` when there was one, `undone` when the entry was taken back. */
export async function addAppeal(redis: Redis, appeal: Appeal): Promise<'missing' | 'undone' | 'already' | 'written'> {
  const { about, at } = appeal;
  const names = [keys.appeal(about), keys.queue('appeal'), keys.entry(about)];
  return add(redis, names, [toStored(appeal), about, Date.parse(at)]);
}

/** The appeal against an entry, with its exact text, which a decision compares. */
export async function readAppeal(redis: Redis, about: string): Promise<{ appeal: Appeal; text: string } | undefined> {
  const text = await redis.get<string>(keys.appeal(about));
  return text === null ? undefined : { appeal: StoredAppeal.parse(text), text };
}
