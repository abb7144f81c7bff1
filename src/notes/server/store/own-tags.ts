import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';

/** A tag of a person's own notes, and how many of them have it, in every state. */
export const OwnTag = z.object({ tag: z.string(), notes: z.int().positive() });
export type OwnTag = z.infer<typeof OwnTag>;

/** Goes from the first note of a tag to the first of the next: its cost grows with the tags, not with the notes. */
const count = readScript({
  keys: ['authorTags'],
  returns: z.array(z.tuple([z.string(), z.int()]).transform(([tag, notes]): OwnTag => ({ tag, notes }))),
  body: `
    local tags, from = {}, '-'
    while true do
      local member = redis.call('ZRANGEBYLEX', authorTags, from, '+', 'LIMIT', 0, 1)[1]
      if not member then return tags end
      local tag = string.match(member, '^(.*):')
      from = '(' .. tag .. ';'
      tags[#tags + 1] = { tag, redis.call('ZLEXCOUNT', authorTags, '[' .. tag .. ':', from) }
    end
    `,
});

/** The tags of all of a person's notes, in the order of their bytes, in one round trip. */
export function countOwnTags(redis: Redis, userId: string): Promise<OwnTag[]> {
  return count(redis, { authorTags: keys.authorTags(userId) });
}
