/** What the servers of other nouns read and write of notes. */
export {
  createNote,
  createNoteOnce,
  deleteNote,
  deleteUnchanged,
  listNotes,
  NoteCursor,
  readNote,
  readNotes,
  readNotesPage,
  readNoteWithAuthor,
  replaceNote,
  type Gone,
  type Once,
  type Repeated,
  type Stale,
  type Written,
} from './store/notes.ts';
