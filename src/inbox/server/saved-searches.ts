import { setImmediate as turn } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Note } from '../../notes/model/note.ts';
import type { Author } from '../../people/model/user.ts';
import { searchedNote } from '../../search/model/note.ts';
import { anchorsOf, anchorsOfQuery, queryMatcher, type SavedSearch } from '../../search/model/saved.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { dropSearch, listSearches, saveSearch, searchesAt } from './store/saved-searches.ts';

export { listSearches };

/** Saves a search for a person. `vague`: it has nothing that new notes can be matched by, such as dates only. */
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

/** Deletes a saved search. Does nothing if it does not exist. */
export async function forgetSearch(redis: Redis, userId: string, id: string): Promise<void> {
  const search = (await listSearches(redis, userId)).find((one) => one.id === id);
  if (search) await dropSearch(redis, userId, id, anchorsOfQuery(search.query));
}

/** Deletes all of a person's saved searches. */
export async function forgetSearches(redis: Redis, userId: string): Promise<void> {
  for (const { id, query } of await listSearches(redis, userId)) {
    await dropSearch(redis, userId, id, anchorsOfQuery(query));
  }
}

/** How many saved searches are run for one new note. People whose searches come after that find the note by searching. */
const maxSearched = 2000;

/** How many searches run before other requests get a turn: each blocks for up to about a millisecond. */
const askedAtOnce = 10;

/** Prepares a note for matching; the returned function finds the saved searches of others that match it. */
export async function searchesFor(redis: Redis, note: Note, author: Author) {
  const searched = searchedNote(await publishedNote(note, author));
  const answers = queryMatcher(searched);
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
