import type { TagInUse } from './tag-choices.ts';
import { useQuery } from '../../platform/browser/use-query.ts';

/** The tags of all public notes, from the published file of the tag index; none until `wanted`, or where it fails. */
export function useTagsInUse(wanted: boolean): readonly TagInUse[] {
  const { answer } = useQuery<{ data: { tags: TagInUse[] } }>(wanted ? '/tag/_payload.json' : undefined);
  return answer?.ok ? answer.data.data.tags : none;
}

const none: readonly TagInUse[] = [];
