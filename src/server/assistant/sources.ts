import { isPublic } from '../../domain/note-access.ts';
import type { Note } from '../../domain/note.ts';
import { find } from '../../domain/search/find.ts';
import { withFresh } from '../../domain/search/fresh.ts';
import { freshNotes } from '../search/fresh.ts';
import { forgetPublishedIndex, publishedIndex } from '../search/published-index.ts';
import { readNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { tellingWords } from './passages.ts';

const most = 12;

/**
 * The public notes that may answer a question, as they are now: those that the site's own search finds by its telling
 * words. `origin` is the site's own. Undefined when the search cannot be reached.
 */
export async function notesToAsk(redis: Redis, origin: string, question: string): Promise<Note[] | undefined> {
  const words = tellingWords(question);
  if (words.length === 0) return [];
  const fresh = await freshNotes(redis);
  // The space says that the last word is whole.
  const search = async () => find(withFresh(await publishedIndex(origin), fresh), `${words.join(' ')} `, most);
  try {
    const { hits } = await search().catch(() => {
      forgetPublishedIndex();
      return search();
    });
    const notes = await readNotes(
      redis,
      hits.map(({ note }) => note.uuid),
    );
    return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', path: '/api/assistant/ask', error: String(error) }));
    return undefined;
  }
}
