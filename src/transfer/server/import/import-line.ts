import type { ImportLine } from '../../model/import.ts';
import { mayRead } from '../../../notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';

/** What became of a choice: the line of the report but for its place. */
export type Chosen = Pick<ImportLine, 'title' | 'outcome' | 'uuid' | 'says'>;

export const notHere = 'This note is not here, or not for you to read.';
export const full = 'You have as many of these as anyone may. Take one away first.';

export function refused(title: string, says: string): Chosen {
  return { title, outcome: 'refused', says };
}

/** When something was chosen, which is never in the future. */
export function asChosen(at: string, now: Date): Date {
  return new Date(Math.min(Date.parse(at), now.getTime()));
}

/** The title of a note that this person may read: a file may name anything. */
export function titleFor(note: Note | DeletedNote | undefined, userId: string): string | undefined {
  return note && 'title' in note && mayRead(note, userId) ? note.title : undefined;
}
