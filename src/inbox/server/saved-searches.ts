import { setImmediate as turn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Note } from '../../notes/model/note.ts';
import type { Author } from '../../people/model/user.ts';
import { searchedNote } from '../../search/model/note.ts';
import { anchorsOf, anchorsOfQuery, answeredBy, type SavedSearch } from '../../search/model/saved.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { dropSearch, listSearches, saveSearch, searchesAt } from './store/saved-searches.ts';

export { listSearches };

/** Saves a search for a person. `vague`: it has nothing by which new notes could be told, such as dates alone. */
export async function keepSearch(
  redis: Redis,
  userId: string,
  query: string,
  now: Date,
): Promise<{ ok: true; search: SavedSearch } | { ok: false; reason: 'full' | 'vague' }> {
  const anchors = anchorsOfQuery(query);
  if (anchors.length === 0) return { ok: false, reason: 'vague' };
  return saveSearch(redis, userId, { id: uuidv7(), query, createdAt: now.toISOString() }, anchors);
}

/** Takes a search away. One that is not there changes nothing. */
export async function forgetSearch(redis: Redis, userId: string, id: string): Promise<void> {
  const search = (await listSearches(redis, userId)).find((one) => one.id === id);
  if (search) await dropSearch(redis, userId, id, anchorsOfQuery(search.query));
}

/** Takes all of a person's searches away. */
export async function forgetSearches(redis: Redis, userId: string): Promise<void> {
  for (const { id, query } of await listSearches(redis, userId)) {
    await dropSearch(redis, userId, id, anchorsOfQuery(query));
  }
}

/** Searches that are looked at for one new note; whoever has the others finds the note by searching. */
const maxSearched = 2000;

/** Each takes about a millisecond at most, in which nobody else is answered. */
const askedAtOnce = 10;

/** Reads a note as searches see it; what comes back asks for those saved ones of others that it answers. */
export async function searchesFor(redis: Redis, note: Note, author: Author) {
  const searched = searchedNote(await publishedNote(note, author));
  const answers = answeredBy(searched);
  const anchors = anchorsOf(searched);
  return async () => {
    const answered: Awaited<ReturnType<typeof searchesAt>> = [];
    for (const [at, one] of (await searchesAt(redis, anchors, note.authorId, maxSearched)).entries()) {
      if (await answers(one.search.query)) answered.push(one);
      if (at % askedAtOnce === askedAtOnce - 1) await turn();
    }
    return answered;
  };
}
