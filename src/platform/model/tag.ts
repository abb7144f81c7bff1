import { z } from 'zod';
import { limits } from './limits.ts';

/** What a tag is made of once it is normalised. */
export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*$/u;

/** A tag as people type it, as the one lower-case word that is stored. The result may still break `tagPattern` or be too long. */
export function normalizeTag(text: string): string {
  if (normal.test(text)) return text;
  return text
    .normalize('NFKC')
    .trim()
    .replace(/^#+/, '')
    .toLowerCase()
    .replace(/[\s_/]+/g, '-');
}

/** Most tags are so already. */
const normal = /^[a-z\d][a-z\d.+-]*$/;

/** A tag as people type it becomes one lower-case word: letters, marks and digits of any script, `-`, `+`, `#` and `.`. */
export const Tag = z
  .string()
  .transform(normalizeTag)
  .pipe(
    z
      .string()
      .min(1, 'A tag needs at least one letter or digit.')
      .max(limits.tags.length, `A tag has at most ${limits.tags.length} characters.`)
      .regex(tagPattern, 'A tag is made of letters, digits, "-", "+", "#" and ".", and begins with a letter or digit.'),
  );

/** Several tags, repetitions dropped, in the order given. */
export const Tags = z
  .array(Tag)
  .transform((tags) => [...new Set(tags)])
  .pipe(z.array(z.string()).max(limits.tags.count, `A note has at most ${limits.tags.count} tags.`));
