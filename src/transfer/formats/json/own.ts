import { z } from 'zod';
import { Copy } from '../../../capture/model/capture.ts';
import { Highlight } from '../../../library/model/highlight.ts';
import { limits } from '../../../platform/model/limits.ts';
import { OwnNote } from '../../../notes/model/note.ts';
import type { JsonFormat } from './json.ts';
import { ownChoice, ownHighlights } from './own-choices.ts';

const Exported = OwnNote.omit({ authorId: true, slug: true, kind: true, hidden: true, locked: true }).extend({
  copy: z.unknown().optional(),
  highlights: z.unknown().optional(),
});
const Highlights = z.array(Highlight).max(limits.highlight.perCopy);

/** Our own export: every note comes back as it was, under its own id, with its copy and what was highlighted there. */
export const ownJson: JsonFormat<z.infer<typeof Exported>> = {
  name: 'Commonplace (JSON)',
  list: 'notes',
  known: ({ names }) => (names.has('commonplace') || names.has('downloadedAt') ? 1 : 0),
  others: (value, count) => [...ownChoice(value), ...(count > 0 ? ownHighlights(value) : [])],
  item: Exported,
  read: ({
    uuid,
    rev,
    url,
    title,
    body,
    tags,
    visibility,
    icon,
    createdAt,
    updatedAt,
    publishedAt,
    noModel,
    imported,
    ...kept
  }) => ({
    title,
    url: url ?? undefined,
    body,
    tags,
    at: createdAt,
    source: `commonplace:${uuid}`,
    shared: visibility === 'public',
    own: { uuid, rev, icon, visibility, updatedAt, publishedAt, noModel, imported },
    ...keptOf(kept),
  }),
};

/** A note is brought also where its copy or its highlights were damaged. */
function keptOf({ copy, highlights }: { copy?: unknown; highlights?: unknown }) {
  const [page, passages] = [Copy.safeParse(copy), Highlights.safeParse(highlights ?? [])];
  const remarks = [
    ...(copy === undefined || page.success ? [] : ['The copy of its page is damaged in this file, and was left out.']),
    ...(passages.success ? [] : ['Its highlights are damaged in this file, and were left out.']),
  ];
  return {
    ...(page.success ? { copy: page.data } : {}),
    ...(passages.success && highlights !== undefined ? { highlights: passages.data } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
}

/** The item of one exported note whose copy has its HTML apart. Undefined where that is no note. */
export function ownItem(note: unknown, html: string) {
  const parsed = Exported.safeParse(note).data;
  if (!parsed) return undefined;
  return ownJson.read({ ...parsed, copy: { ...(parsed.copy as object | undefined), html } });
}
