import { z } from 'zod';

/** As what a person can take along all that they have: our own JSON, Markdown files, bookmarks, a site that opens from disk. */
export const ExportFormat = z.enum(['json', 'markdown', 'netscape', 'site'], {
  error: 'Choose json, markdown, netscape or site.',
});
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportQuery = z.strictObject({ format: ExportFormat });
