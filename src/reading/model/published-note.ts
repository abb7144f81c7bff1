import { z } from 'zod';
import { Counts, noCounts } from '../../notes/model/counts.ts';
import { Note } from '../../notes/model/note.ts';
import { ReadingAid } from '../../notes/model/reading-aid.ts';
import { emptyThread, Thread } from '../../discussion/model/thread.ts';
import { Author } from '../../people/model/user.ts';

/** A note as the site shows it: with its author, its rendered body (safe HTML), an excerpt (plain text) and its reading time. */
export const PublishedNote = z.object({
  note: Note,
  author: Author,
  html: z.string(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  /** The note's icon, drawn; absent where it has none, or one that only the browser can fetch. */
  iconSvg: z.string().optional(),
  counts: Counts.default(noCounts),
  /** What the reading assistant tells of it. */
  aid: ReadingAid.optional(),
  /** The part of its discussion that its page holds. Lists do without, and without the aid. */
  thread: Thread.default(emptyThread),
});
export type PublishedNote = z.infer<typeof PublishedNote>;
