import { isStopWord } from '../../platform/model/text/languages.ts';
import { wordsOf } from '../../platform/model/text/words.ts';
import type { Question } from '../model/questions.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { readNotes } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { AskedNote } from './answers/sentences.ts';
import { openNote, type Refusal } from '../../notes/server/note-http.ts';
import type { Hit } from '../../search/model/find.ts';
import { findPublished, readIndexChanges } from '../../search/server/published-index.ts';
import { log } from '../../platform/server/log.ts';

/** The maximum number of notes in which an answer is searched. */
export const maxSourceNotes = 12;
/** How many words of a question are searched for. */
const maxWords = 60;

/** The words that say what a question is about, as written: those that are not small, or all if there are no others. */
export function contentWords(question: string): string[] {
  const words = wordsOf(question.slice(0, 2_000)).slice(0, maxWords);
  const telling = words.filter((word) => !isStopWord(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** `from`: the note that contains the passage in question. `near`: uuids of semantically similar notes. */
type Sources = { ok: true; notes: Note[]; from?: Note; near?: readonly string[] };

type Asker = Pick<User, 'id' | 'modelReadsPrivate'>;
/** Returns the uuids of notes that are semantically similar to a text. */
type Near = (text: string) => Promise<readonly string[]>;

/**
 * The notes in which an answer to this person's question is searched, as they are now. `nearTo` gets the question unless
 * it is from a note that no model may be sent.
 */
export async function sourcesFor(
  redis: Redis,
  origin: string,
  { task, question, note: uuid }: Question,
  { asker, nearTo }: { asker: Asker; nearTo: Near },
): Promise<Sources | Refusal | { ok: false; reason: 'unreachable' }> {
  const opened = uuid === undefined ? undefined : await openNote(redis, uuid, async () => asker.id);
  if (opened && !opened.ok) return opened;
  if (opened && task === 'answer') return { ok: true, notes: [opened.note] };
  const near = !opened || mayBeSent(opened.note, asker) ? await nearTo(question) : [];
  const found = await publicNotes(redis, origin, question, near);
  const others = found?.filter((note) => note.uuid !== uuid);
  if (!opened) return others ? { ok: true, notes: others, near } : { ok: false, reason: 'unreachable' };
  const from = opened.note;
  if (task === 'explain') return { ok: true, notes: [from, ...(others ?? [])], from };
  return others ? { ok: true, notes: others, from, near } : { ok: false, reason: 'unreachable' };
}

/**
 * Whether a model may be sent a note: a public one or, if the user allowed it, their own one or their copy of a page.
 * Never one whose author keeps it from models.
 */
export function mayBeSent(note: AskedNote, { id, modelReadsPrivate }: Asker): boolean {
  if (note.noModel) return false;
  const isCopy = note.mine === 'copy';
  return (isPublic(note) && !isCopy) || ((isCopy || note.authorId === id) && modelReadsPrivate === true);
}

/** The public notes that may be about this. Undefined if the search cannot be reached. */
async function publicNotes(
  redis: Redis,
  origin: string,
  question: string,
  near: readonly string[],
): Promise<Note[] | undefined> {
  const hits = await notesFoundBy(redis, origin, contentWords(question), maxSourceNotes, near);
  if (!hits) return undefined;
  const notes = await readNotes(
    redis,
    hits.map(({ note }) => note.uuid),
  );
  return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
}

/**
 * The public notes that the site's own search finds by these words, best first, including those newer than the build.
 * `origin` is the site's own; `near` are uuids of semantically similar notes, which are ranked together with these.
 * Undefined if the search cannot be reached, which is logged.
 */
export async function notesFoundBy(
  redis: Redis,
  origin: string,
  words: readonly string[],
  count: number,
  near: readonly string[] = [],
): Promise<Hit[] | undefined> {
  if (words.length === 0) return [];
  // The space marks the last word as complete.
  const query = `${words.join(' ')} `;
  try {
    const fresh = await readIndexChanges(redis);
    const { hits } = await findPublished(origin, query, count, { fresh, near });
    return hits;
  } catch (error) {
    log('warn', 'the assistant cannot search', { error: String(error) });
    return undefined;
  }
}
