import { z } from 'zod';
import type { Appeal } from '../../model/case.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredAppeal } from './cases.ts';

const add = writeScript({
  keys: ['appeal', 'queue', 'entryKey'],
  args: ['json', 'about', 'nowMs'],
  returns: z.enum(['missing', 'undone', 'already', 'written']),
  body: `
    local entry = redis.call('GET', entryKey)
    if not entry then return 'missing' end
    if type(cjson.decode(entry).undoneBy) == 'string' then return 'undone' end
    redis.call('ZCARD', queue)
    if not redis.call('SET', appeal, json, 'NX') then return 'already' end
    redis.call('ZADD', queue, nowMs, about)
    return 'written'
    `,
});

/** Records the one appeal against an entry: `already` when there was one, `undone` when the entry was taken back. */
export async function addAppeal(redis: Redis, appeal: Appeal): Promise<'missing' | 'undone' | 'already' | 'written'> {
  const { about, at } = appeal;
  return add(redis, {
    appeal: keys.appeal(about),
    queue: keys.queue('appeal'),
    entryKey: keys.entry(about),
    json: toStored(appeal),
    about,
    nowMs: Date.parse(at),
  });
}

/** The appeal against an entry, with its exact text, which a decision compares. */
export async function readAppeal(redis: Redis, about: string): Promise<{ appeal: Appeal; text: string } | undefined> {
  const text = await redis.get<string>(keys.appeal(about));
  return text === null ? undefined : { appeal: StoredAppeal.parse(text), text };
}
