import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { isWithin, normalizeTag, Tag } from '../../platform/model/tag.ts';
import { DraftId } from './draft.ts';

/** Renames the tag `from` in a person's notes to `to`, merging it if `to` exists already. `to: null` removes the tag. */
export const TagRename = z
  .strictObject({
    from: Tag,
    to: Tag.nullable(),
    /** The position after the previous call. */
    cursor: z.string().max(200).optional(),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'It already has that name.' })
  .refine(({ from, to }) => !to?.startsWith(`${from}/`), { path: ['to'], error: 'A tag can’t go inside itself.' })
  .refine(({ from, cursor }) => cursor === undefined || isWithin(cursor.replace(/:[^:]*$/, ''), from), {
    path: ['cursor'],
    error: 'Send the cursor that the call before gave, unchanged.',
  });
export type TagRename = z.infer<typeof TagRename>;

/** A note's tags after one was renamed, nested tags included. A tag that already has the new name keeps its place. */
export function renamedTags(tags: readonly string[], { from, to }: Pick<TagRename, 'from' | 'to'>): string[] {
  const others = new Set(tags.filter((tag) => !isWithin(tag, from)));
  return tags.flatMap((tag) => {
    if (others.has(tag)) return [tag];
    const renamed = to === null ? undefined : to + tag.slice(from.length);
    return renamed === undefined || others.has(renamed) ? [] : [renamed];
  });
}

const part = /(-?tag:)(?:"([^"]*)"?|([^\s"]+))|"[^"]*"|[^\s"]+/giu;

/** A library search after a tag was renamed. If the tag was removed, the search stays as it is and finds nothing. */
export function renamedSearch(search: string, { from, to }: Pick<TagRename, 'from' | 'to'>): string {
  if (to === null) return search;
  return search.replace(part, (whole: string, begin?: string, quoted?: string, plain?: string) => {
    const tag = normalizeTag(quoted ?? plain ?? '');
    if (begin === undefined || !isWithin(tag, from)) return whole;
    const renamed = to + tag.slice(from.length);
    // The notes keep a tag that would become too long.
    return renamed.length > limits.tags.length ? whole : begin + renamed;
  });
}

/** A search of a smart collection. The limit allows for one-letter tags that were renamed to the longest names. */
const ChangedSearch = z.string().max(7000);

/** Undoes a renaming: removes the tags `gone` from these notes and drafts, and inserts those of `back` at their places. */
export const TagUndo = z.strictObject({
  notes: z.array(z.uuid()),
  drafts: z.array(DraftId).max(limits.drafts.count),
  gone: z.array(z.string().max(2 * limits.tags.length)).max(limits.tags.count),
  back: z.array(z.strictObject({ at: z.int().nonnegative(), tag: Tag })).max(limits.tags.count),
  /** Searches of smart collections, before and after. */
  searches: z
    .array(z.strictObject({ id: z.uuid(), was: ChangedSearch, is: ChangedSearch }))
    .max(limits.collections.count)
    .default([]),
});
export type TagUndo = z.infer<typeof TagUndo>;

export type Differ = Pick<TagUndo, 'gone' | 'back'>;
export type SearchUndo = TagUndo['searches'];

/**
 * The change that turns the tags `after` back into `before`, in their order. A new name may be the old name of another tag
 * (`a/b/b` and `a/b` below `a` when `a/b` is renamed to `a`), so a tag stays only if both lists have it in the same order.
 */
function undoOf(before: readonly string[], after: readonly string[]): Differ {
  const kept = new Set<string>();
  let last = -1;
  for (const tag of before) {
    const at = after.indexOf(tag, last + 1);
    if (at === -1) continue;
    kept.add(tag);
    last = at;
  }
  return {
    gone: after.filter((tag) => !kept.has(tag)),
    back: before.flatMap((tag, at) => (kept.has(tag) ? [] : [{ at, tag }])),
  };
}

type TagsOf = { kind: 'notes' | 'drafts'; id: string; before: readonly string[]; after: readonly string[] };

/** The changes that undo these; equal ones are combined. */
export function collectUndo(changes: readonly TagsOf[], searches: SearchUndo): TagUndo[] {
  const entries = new Map<string, TagUndo>();
  for (const { kind, id, before, after } of changes) {
    const undo = undoOf(before, after);
    const name = JSON.stringify(undo);
    const entry = entries.get(name) ?? { notes: [], drafts: [], ...undo, searches: [] };
    entry[kind].push(id);
    entries.set(name, entry);
  }
  const ofSearches = searches.length > 0 ? [{ notes: [], drafts: [], gone: [], back: [], searches }] : [];
  return [...entries.values(), ...ofSearches];
}

/** Why these are not valid tags of a note, or undefined. */
export function problemOfTags(tags: readonly string[]): string | undefined {
  const long = tags.find((tag) => tag.length > limits.tags.length);
  if (long !== undefined) return `A tag has at most ${limits.tags.length} characters, and this would be “${long}”.`;
  if (tags.length <= limits.tags.count) return undefined;
  return `A note has at most ${limits.tags.count} tags. Remove one, then try again.`;
}
