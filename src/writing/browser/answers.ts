import type { Note } from '../../notes/model/note.ts';
import type { Author } from '../../people/model/user.ts';

/** What a write of a note answers: the note as stored, and where its author reads it. */
export type WrittenNote = { note: Note; path: string };

/** A page of notes, newest first; `next` is the cursor of the following page, null on the last. */
export type NotePage = { notes: Note[]; authors: Author[]; next: string | null };
