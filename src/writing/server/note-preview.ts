import * as z from 'zod';
import { NewNote } from '../../notes/model/note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readingMinutes, renderMarkdown } from '../../notes/server/markdown/markdown.ts';
import { withLinks } from '../../notes/server/linked-note.ts';
import { textWork } from '../../notes/server/markdown-work.ts';

/** A text to preview, within the limits of a note. */
export const PreviewRequest = NewNote.pick({ body: true });

/** Safe HTML, and whole minutes of reading. */
export const PreviewAnswer = z.object({ html: z.string(), minutes: z.int().positive() });
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** A prefix of every id, so that a heading of the text never gets an id that the page already has. */
const idPrefix = 'preview-';

/** Renders a text exactly as it will be published, and stores nothing. */
export const previewHtml = textWork(
  import.meta.url,
  'preview-text',
  (body: string) => [body],
  async (body): Promise<PreviewAnswer> => ({
    html: await renderMarkdown(body, { idPrefix }),
    minutes: readingMinutes(body),
  }),
);

/** The preview for its author: links lead to all of their notes, and links without a target are marked. */
export async function previewOf(redis: Redis, authorId: string, body: string): Promise<PreviewAnswer> {
  const { html, minutes } = await previewHtml(body);
  return { html: await withLinks(redis, html, { authorId, own: true }), minutes };
}
