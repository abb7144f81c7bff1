import { z } from 'zod';
import { Copy } from '../domain/capture.ts';
import { Highlight } from '../domain/highlight.ts';
import { limits } from '../domain/limits.ts';
import { Note } from '../domain/note.ts';
import type { JsonFormat } from './json.ts';

const Exported = Note.omit({ authorId: true, slug: true, kind: true, hidden: true, locked: true }).extend({
  copy: z.unknown().optional(),
  highlights: z.unknown().optional(),
});
const Highlights = z.array(Highlight).max(limits.highlight.perCopy);

/** Our own export: every note comes back as it was, under its own id, with its copy and what was highlighted there. */
export const ownJson: JsonFormat<z.infer<typeof Exported>> = {
  name: 'Commonplace (JSON)',
  list: 'notes',
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
    ...kept
  }) => ({
    title,
    url: url ?? undefined,
    body,
    tags,
    at: createdAt,
    source: `commonplace:${uuid}`,
    shared: visibility === 'public',
    own: { uuid, rev, icon, visibility, updatedAt, publishedAt, noModel },
    ...keptOf(kept),
  }),
};

/** A note is brought also where its copy was damaged. */
function keptOf({ copy, highlights }: { copy?: unknown; highlights?: unknown }) {
  if (copy === undefined) return {};
  const [page, passages] = [Copy.safeParse(copy), Highlights.safeParse(highlights ?? [])];
  if (!page.success) return { remarks: ['The copy of its page is damaged in this file, and was left out.'] };
  if (passages.success) return { copy: page.data, highlights: passages.data };
  return { copy: page.data, remarks: ['Its highlights are damaged in this file, and were left out.'] };
}

/** The item of one exported note whose copy has its HTML apart. Undefined where that is no note. */
export function ownItem(note: unknown, html: string) {
  const parsed = Exported.safeParse(note).data;
  if (!parsed) return undefined;
  return ownJson.read({ ...parsed, copy: { ...(parsed.copy as object | undefined), html } });
}
