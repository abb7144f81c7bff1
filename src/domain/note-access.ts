import type { Note } from './note.ts';
import { paths } from './paths.ts';

/** Readable by anyone who has the address, and so a file of the site. */
export function isPublished(note: Pick<Note, 'visibility'>): boolean {
  return note.visibility === 'public' || note.visibility === 'unlisted';
}

/** Whether this visitor (a user id, or undefined when signed out) may read the note. */
export function mayRead(note: Pick<Note, 'visibility' | 'authorId'>, visitorId: string | undefined): boolean {
  return isPublished(note) || note.authorId === visitorId;
}

/** Where its author reads a note: at its permanent address once it is published, before that in the viewer. */
export function addressOf(note: Pick<Note, 'uuid' | 'slug' | 'visibility'>): string {
  return isPublished(note) ? paths.note(note) : paths.item(note.uuid);
}
