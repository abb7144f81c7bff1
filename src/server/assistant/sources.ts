import type { Question } from '../../domain/asking.ts';
import { isPublic } from '../../domain/note-access.ts';
import type { Note } from '../../domain/note.ts';
import { openNote, type Refusal } from '../notes.ts';
import { readNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { notesFoundBy } from './found-notes.ts';
import { tellingWords } from './passages.ts';

const most = 12;

/** `from`: the note in which the passage that is asked about stands. */
type Sources = { ok: true; notes: Note[]; from?: Note };

/** The notes among which an answer to this person's question is looked for, as they are now. */
export async function notesAsked(
  redis: Redis,
  origin: string,
  { task, question, note: uuid }: Question,
  userId: string,
): Promise<Sources | Refusal | { ok: false; reason: 'unreachable' }> {
  const opened = uuid === undefined ? undefined : await openNote(redis, uuid, async () => userId);
  if (opened && !opened.ok) return opened;
  if (opened && task === 'answer') return { ok: true, notes: [opened.note] };
  const found = await publicNotes(redis, origin, question);
  const others = found?.filter((note) => note.uuid !== uuid);
  if (!opened) return others ? { ok: true, notes: others } : { ok: false, reason: 'unreachable' };
  const from = opened.note;
  if (task === 'explain') return { ok: true, notes: [from, ...(others ?? [])], from };
  return others ? { ok: true, notes: others, from } : { ok: false, reason: 'unreachable' };
}

/** The public notes that may speak of this. Undefined when the search cannot be reached. */
async function publicNotes(redis: Redis, origin: string, question: string): Promise<Note[] | undefined> {
  const hits = await notesFoundBy(redis, origin, tellingWords(question), most);
  if (!hits) return undefined;
  const notes = await readNotes(
    redis,
    hits.map(({ note }) => note.uuid),
  );
  return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
}
