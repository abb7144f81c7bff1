import { z } from 'zod';
import { NewNote } from '../../notes/model/note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readingMinutes, renderMarkdown } from '../../notes/server/markdown/markdown.ts';
import { withLinks } from '../../notes/server/linked-note.ts';
import { textWork } from '../../notes/server/markdown-work.ts';

/** A text that is being written, within the limits of a note. */
export const PreviewRequest = NewNote.pick({ body: true });

/** Safe HTML, and whole minutes of reading. */
export const PreviewAnswer = z.object({ html: z.string(), minutes: z.int().positive() });
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** Stands before every id, so that a heading of the text never takes the id of something in the page around it. */
const idPrefix = 'preview-';

/** A text as it will be read once it is published: the same pipeline, nothing stored. */
export const previewHtml = textWork(
  import.meta.url,
  'preview-text',
  (body: string) => [body],
  async (body): Promise<PreviewAnswer> => ({
    html: await renderMarkdown(body, { idPrefix }),
    minutes: readingMinutes(body),
  }),
);

/** The same for its author: its links lead to all of their notes, and those that lead nowhere yet are marked. */
export async function previewOf(redis: Redis, authorId: string, body: string): Promise<PreviewAnswer> {
  const { html, minutes } = await previewHtml(body);
  return { html: await withLinks(redis, html, { authorId, own: true }), minutes };
}
