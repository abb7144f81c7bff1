export { binnedIds, emptyBin, emptyOne, listBin, readBinned, wholeBin } from './store/bin.ts';
/** The store functions of notes that servers of other nouns may use. */
export {
  restoreBinnedNote,
  createNote,
  createNoteOnce,
  deleteNote,
  deleteNotes,
  deleteUnchanged,
  listNotes,
  listNotesUnless,
  NoteCursor,
  readNote,
  readNotes,
  readNotesPage,
  readNoteWithAuthor,
  readRevisions,
  replaceNote,
  replaceNotes,
  type Gone,
  type Idempotency,
  type Repeated,
  type Stale,
  type Written,
} from './store/notes.ts';
export { linkDigest } from './link-digest.ts';
export { notesOfLink, sameDigest, type LinkNote } from './store/note-parts.ts';
export { putPictures } from './store/note-parts.ts';
export { commentCounts, tagSizes } from './store/note-indexes.ts';
export { newestWithRevisions, ownNoteIds } from './store/note-lists.ts';
export { countOwnTags, notesTagged, OwnTag } from './store/own-tags.ts';
export { findByTitle, ownTitles, placeLinks, readFormerTitles } from './store/mentions.ts';
export { notifyLibraries, notifyPendingLibraries } from './store/library-changes.ts';
