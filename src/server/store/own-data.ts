import { z } from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readScript } from './script.ts';

const Dated = z
  .array(z.string())
  .transform((flat) =>
    flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, at: new Date(Number(flat[at + 1])).toISOString() }] : [])),
  );

/** KEYS votes, reading list, follows, mutes: sorted sets by time. */
const read = readScript(
  `
  local found = {}
  for i, key in ipairs(KEYS) do found[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  return found
  `,
  z.tuple([Dated, Dated, Dated, Dated]),
);

/** What a person voted for, saved, follows and mutes, each with since when. Ids are those of notes and comments. */
export async function readChoices(redis: Redis, userId: string) {
  const names = [keys.votes(userId), keys.reading(userId), keys.follows(userId), keys.mutes(userId)];
  const [votes, readingList, follows, mutes] = await read(redis, names, []);
  return { votes, readingList, follows, mutes };
}
