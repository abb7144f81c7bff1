import * as z from 'zod';
import { limits } from './limits.ts';
import { normalized } from './text/normal-form.ts';

/** The form of a normalised tag: one part or several, each nested in the one before it. */
export const tagPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*(?:\/[\p{L}\p{N}][\p{L}\p{M}\p{N}+#.-]*)*$/u;

/** A tag as people type it, as the lower-case words that are stored, with a slash between them. The result may still break `tagPattern` or be too long. */
export function normalizeTag(text: string): string {
  if (normal.test(text)) return text;
  return normalized(text, 'NFKC')
    .trim()
    .replace(/^#+/, '')
    .toLowerCase()
    .split('/')
    .map((part) => part.trim().replace(/[\s_]+/g, '-'))
    .filter(Boolean)
    .join('/');
}

/** What a tag may hold, for sentences. */
export const tagSigns = 'letters, digits, "-", "+", "#", "." and "/" between its parts';

/** Most tags are in normal form already. */
const normal = /^[a-z\d][a-z\d.+-]*$/;

/**
 * A tag as people type it becomes one lower-case word: letters, marks and digits of any script, `-`, `+`, `#` and `.`; or
 * several with `/` between them, each nested in the one before it.
 */
export const Tag = z
  .string()
  .max(limits.tags.length * limits.asTyped, `A tag has at most ${limits.tags.length} characters.`)
  .transform(normalizeTag)
  .pipe(
    z
      .string()
      .min(1, 'A tag needs at least one letter or digit.')
      .max(limits.tags.length, `A tag has at most ${limits.tags.length} characters.`)
      .regex(tagPattern, `A tag is made of ${tagSigns}, and each of its parts begins with a letter or digit.`),
  );

/** Several tags, repetitions dropped, in the order given. */
export const Tags = z
  .array(Tag)
  .transform((tags) => [...new Set(tags)])
  .pipe(z.array(z.string()).max(limits.tags.count, `A note has at most ${limits.tags.count} tags.`));

/** These tags and those that they are nested in, each once: a note with `web/css` is found under `web`. */
export function withParents(tags: readonly string[]): string[] {
  const all = tags.flatMap((tag) => [...tag.matchAll(/\/|$/g)].map(({ index }) => tag.slice(0, index)).reverse());
  return [...new Set(all)];
}

/** Merges tags that were changed in two places since `before`: whatever either side added or removed stays that way. */
export function mergedTags(before: readonly string[], there: readonly string[], here: readonly string[]): string[] {
  const kept = there.filter((tag) => here.includes(tag) || !before.includes(tag));
  return [...new Set([...kept, ...here.filter((tag) => !before.includes(tag))])];
}

/** Whether a tag is this one or nested in it. */
export function isWithin(tag: string, other: string): boolean {
  return tag === other || tag.startsWith(`${other}/`);
}
