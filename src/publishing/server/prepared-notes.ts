import { preparedNote, type ReadNote } from '../../reading/server/prepared-note.ts';
import { writtenOf, type WrittenNote } from './snapshot/written.ts';

/** Makes notes ready for a snapshot, in their order. */
export type PrepareNotes = (notes: readonly ReadNote[]) => Promise<WrittenNote[]>;

export const preparedNotes: PrepareNotes = async (notes) => {
  const written: WrittenNote[] = [];
  for (const read of notes) {
    const { entry, terms } = await preparedNote(read);
    written.push(writtenOf(entry, terms));
  }
  return written;
};
