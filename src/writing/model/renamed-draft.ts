import { limits } from '../../platform/model/limits.ts';
import { mergedTags } from '../../platform/model/tag.ts';
import type { StoredDraft } from './draft.ts';

type Renamed = Pick<StoredDraft, 'renamed'> & { fields: Pick<StoredDraft['fields'], 'tags'> };

/**
 * Applies the renamings since version `from` of a draft to the tags of a later draft that is based on it. Undefined if the
 * draft has also changed otherwise since, or if there would be too many tags.
 */
export function tagsRenamed(draft: Renamed, from: number | undefined, tags: readonly string[]): string[] | undefined {
  const then = draft.renamed?.find(({ version }) => version === from);
  const merged = then && mergedTags(then.tags, draft.fields.tags, tags);
  return merged && merged.length <= limits.tags.count ? merged : undefined;
}

/** A draft as it is, and as it was before each renaming of its tags. */
export function versionsOf({ version, fields, renamed = [] }: StoredDraft): Pick<StoredDraft, 'version' | 'fields'>[] {
  return [
    { version, fields },
    ...renamed.map((then) => ({ version: then.version, fields: { ...fields, tags: then.tags } })),
  ];
}
