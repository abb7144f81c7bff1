import { isPublic } from '../../domain/note-access.ts';
import type { Note } from '../../domain/note.ts';
import { readNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { notesFoundBy } from './found-notes.ts';
import { tellingWords } from './passages.ts';

const most = 12;

/** The public notes that may answer a question, as they are now. Undefined when the search cannot be reached. */
export async function notesToAsk(redis: Redis, origin: string, question: string): Promise<Note[] | undefined> {
  const hits = await notesFoundBy(redis, origin, tellingWords(question), most);
  if (!hits) return undefined;
  const notes = await readNotes(
    redis,
    hits.map(({ note }) => note.uuid),
  );
  return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
}
