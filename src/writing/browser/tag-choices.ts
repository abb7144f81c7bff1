import { normalizeTag } from '../../platform/model/tag.ts';
import { useQuery } from '../../platform/browser/use-query.ts';

/** The tags of all public notes, from the published file of the tag index; none until `wanted`, or where it fails. */
export function useTagsInUse(wanted: boolean): readonly TagInUse[] {
  const { answer } = useQuery<{ data: { tags: TagInUse[] } }>(wanted ? '/tag/_payload.json' : undefined);
  return answer?.ok ? answer.data.data.tags : none;
}

const none: readonly TagInUse[] = [];

/** A tag that public notes have, and how many have it. */
export type TagInUse = { tag: string; notes: number };

const max = 6;

/**
 * The tags in use that what is typed may become: those that begin so first, then those with a later part that does
 * (`web` finds `old-web`), each the most used first. Without anything typed, the most used of all.
 */
export function tagChoices(inUse: readonly TagInUse[], typed: string, chosen: readonly string[]): TagInUse[] {
  const begun = normalizeTag(typed);
  const rank = ({ tag }: TagInUse) => (tag.startsWith(begun) ? 0 : tag.includes(`-${begun}`) ? 1 : 2);
  return inUse
    .filter((entry) => rank(entry) < 2 && !chosen.includes(entry.tag) && entry.tag !== begun)
    .sort((a, b) => rank(a) - rank(b) || b.notes - a.notes || (a.tag < b.tag ? -1 : 1))
    .slice(0, max);
}
