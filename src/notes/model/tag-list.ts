import { limits } from '../../platform/model/limits.ts';
import { normalizeTag, tagPattern } from '../../platform/model/tag.ts';

/** The tags with those of a typed text added (commas part them), or the first reason why not; then nothing is added. */
export function withTags(
  tags: readonly string[],
  text: string,
): { ok: true; tags: string[] } | { ok: false; problem: string } {
  const typed = text
    .split(/[,،、，]/u)
    .map(normalizeTag)
    .filter(Boolean);
  const wrong = typed.find((tag) => !tagPattern.test(tag));
  if (wrong !== undefined) {
    return { ok: false, problem: `“${wrong}” cannot be a tag: use letters, digits, "-", "+", "#" and ".".` };
  }
  if (typed.some((tag) => tag.length > limits.tags.length)) {
    return { ok: false, problem: `A tag has at most ${limits.tags.length} characters.` };
  }
  const all = [...new Set([...tags, ...typed])];
  return all.length > limits.tags.count
    ? { ok: false, problem: `A note has at most ${limits.tags.count} tags.` }
    : { ok: true, tags: all };
}
