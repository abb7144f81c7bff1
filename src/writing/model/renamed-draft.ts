import { limits } from '../../platform/model/limits.ts';
import { mergedTags } from '../../platform/model/tag.ts';
import type { StoredDraft } from './draft.ts';

type Renamed = Pick<StoredDraft, 'renamed'> & { fields: Pick<StoredDraft['fields'], 'tags'> };

/**
 * The tags of what was typed on from version `from` of a draft, by the names that were given to them since. Undefined where
 * the draft has changed otherwise since, or there would be too many.
 */
export function tagsRenamed(draft: Renamed, from: number | undefined, tags: readonly string[]): string[] | undefined {
  const then = draft.renamed?.find(({ version }) => version === from);
  const merged = then && mergedTags(then.tags, draft.fields.tags, tags);
  return merged && merged.length <= limits.tags.count ? merged : undefined;
}

/** A draft as it is, and as it was before its tags were renamed. */
export function versionsOf({ version, fields, renamed = [] }: StoredDraft): Pick<StoredDraft, 'version' | 'fields'>[] {
  return [
    { version, fields },
    ...renamed.map((then) => ({ version: then.version, fields: { ...fields, tags: then.tags } })),
  ];
}
