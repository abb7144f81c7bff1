import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { tagSizes } from '../../notes/server/store/tag-sizes.ts';
import { workOn } from '../../notes/server/markdown-work.ts';
import { notesFoundBy } from './found-notes.ts';
import { nearCount, taggedText, tagsFor } from './tags.ts';

/** What is being written. Both may still be empty. */
export const TagsQuestion = z.strictObject({
  title: z.string().max(limits.title.max, `A title has at most ${limits.title.max} characters.`).default(''),
  text: z.string().default(''),
});

export const SuggestedTags = z.object({ tags: z.array(z.string()) });

/**
 * Tags for a text that is being written, the best first, at most three: found by extraction here, whatever model there
 * is, so that a draft never leaves the installation. Without the search, those that the text itself says.
 */
export async function suggestTags(
  redis: Redis,
  origin: string,
  question: z.infer<typeof TagsQuestion>,
): Promise<string[]> {
  const text = await workOn('find-tags', question, [question.text], () => taggedText(question));
  const hits = await notesFoundBy(redis, origin, text.words, nearCount);
  const near = hits?.map(({ note }) => note.tags) ?? [];
  const { notes, sizes } = await tagSizes(redis, [...new Set([...text.tags, ...near.flat()])]);
  return tagsFor(text, { near, sizes, notes });
}
