import { z } from 'zod';

/**
 * As what a person can take along all that they have: our own JSON, Markdown files, bookmarks, a site that opens from
 * disk; the copies of pages that they saved; and what they highlighted, as Markdown or as a table.
 */
export const ExportFormat = z.enum(['json', 'markdown', 'netscape', 'site', 'copies', 'highlights', 'highlights-csv'], {
  error: 'Choose json, markdown, netscape, site, copies, highlights or highlights-csv.',
});
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportQuery = z.strictObject({ format: ExportFormat });
