import { limits } from '../../platform/model/limits.ts';
import type { Differ } from './tag-change.ts';

/** Tags with a change undone, keeping what was changed since. */
export function undoneTags(tags: readonly string[], { gone, back }: Differ): string[] {
  const undone = tags.filter((tag) => !gone.includes(tag));
  for (const { at, tag } of back.toSorted((a, b) => a.at - b.at)) {
    if (!undone.includes(tag)) undone.splice(at, 0, tag);
  }
  return undone;
}

/** Tags with others added: at their places, as far as those are known, otherwise last. */
export function addedTags(tags: readonly string[], added: readonly string[], places: readonly number[] = []): string[] {
  const back = added.map((tag, at) => ({ tag, at: places[at] ?? limits.tags.count }));
  return undoneTags(tags, { gone: [], back });
}
