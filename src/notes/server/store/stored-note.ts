import { z } from 'zod';
import { DeletedNote, Note } from '../../model/note.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

/** What is stored under a note's key: the note, or what stays of a deleted one. */
export const StoredNote = jsonOf(z.union([Note, DeletedNote]));

export const StoredLiveNote = jsonOf(Note);
/** Whatever a person was once called, they are shown under a name that hides nothing. */
