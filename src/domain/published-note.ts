import { z } from 'zod';
import { Author, Note } from './note.ts';

/** A note as the site shows it: with its author, its rendered body (safe HTML), an excerpt (plain text) and its reading time. */
export const PublishedNote = z.object({
  note: Note,
  author: Author,
  html: z.string(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  /** The note's icon, drawn; absent where it has none, or one that only the browser can fetch. */
  iconSvg: z.string().optional(),
});
export type PublishedNote = z.infer<typeof PublishedNote>;
