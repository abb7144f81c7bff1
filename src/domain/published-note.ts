import { z } from 'zod';
import { Author, Note } from './note.ts';

/** A note as the site shows it: with its author, its rendered body (safe HTML), an excerpt (plain text) and its reading time. */
export const PublishedNote = z.object({
  note: Note,
  author: Author,
  html: z.string(),
  excerpt: z.string(),
  minutes: z.int().positive(),
});
export type PublishedNote = z.infer<typeof PublishedNote>;
