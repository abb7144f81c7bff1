import { z } from 'zod';
import { countOwnTags, OwnTag } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export const OwnTags = z.object({ tags: z.array(OwnTag) });
export type OwnTags = z.infer<typeof OwnTags>;

/** All tags of a person's notes, the most used first. */
export async function listOwnTags(redis: Redis, userId: string): Promise<OwnTags> {
  const tags = await countOwnTags(redis, userId);
  return { tags: tags.sort((a, b) => b.notes - a.notes || (a.tag < b.tag ? -1 : 1)) };
}
