import { isPublic } from '../../notes/model/note-access.ts';
import { readNotes } from '../../notes/server/notes.ts';
import { mapWithYields } from '../../notes/server/markdown-work.ts';
import { authorOf } from '../../people/model/user.ts';
import { readUsers } from '../../people/server/people.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { shownPassage } from '../../search/model/passage.ts';
import { findPublished, readIndexChanges } from '../../search/server/published-index.ts';
import { resolveQuery } from '../model/library-found.ts';
import {
  isOwnOnlyFilter,
  parseLibraryQuery,
  publicQueryOf,
  typedFilter,
} from '../../search/model/own/library-query.ts';
import { emptyPage, type LibraryPage, type LibraryQuery } from '../model/library.ts';
import { itemOf } from './library-words.ts';

/** How many public notes are found at most, as by the public search. */
const maxFound = 50;

/**
 * Answers a query about public notes in the same form as one about the person's own library. Searches the files of the site
 * at `origin`, and newer notes; throws a 503 if the files cannot be reached.
 */
export async function searchPublic(
  redis: Redis,
  userId: string,
  origin: string,
  query: LibraryQuery,
): Promise<LibraryPage> {
  const { q, cursor, count } = resolveQuery(query, []);
  const { filters, unknown } = parseLibraryQuery(q);
  const words = publicQueryOf(q);
  if (!words) return { ...emptyPage, unknown: [...unknown, ...filters.filter(isOwnOnlyFilter).map(typedFilter)] };
  const end = Math.min(cursor + count, maxFound);
  const { hits, total } = await findPublished(origin, words, end, {
    fresh: await readIndexChanges(redis),
    near: [],
  }).catch(() => {
    const detail = 'Public notes can’t be searched right now. Try again in a moment.';
    throw new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '5' } });
  });
  const page = hits.slice(cursor);
  // The files are as old as the build, so the notes are read again.
  const notes = (
    await readNotes(
      redis,
      page.map(({ note }) => note.uuid),
    )
  ).flatMap((note) => (note && 'visibility' in note && isPublic(note) ? [note] : []));
  const users = await readUsers(
    redis,
    notes.map(({ authorId }) => authorId),
  );
  const items = await mapWithYields(notes, (note) => {
    const user = users[notes.indexOf(note)];
    const none = {
      reading: undefined,
      copy: undefined,
      link: undefined,
      highlights: [],
      comments: [],
      collections: [],
    };
    const hit = page.find(({ note: { uuid } }) => uuid === note.uuid);
    const passage = hit && shownPassage(hit.note, hit.terms);
    const author = user && note.authorId !== userId ? authorOf(user) : undefined;
    return {
      ...itemOf({ ...none, progress: 0, note, author }),
      found: { in: 'public' as const, ...(passage && { passage }) },
    };
  });
  return {
    ...emptyPage,
    ...{ items, unknown },
    total: Math.min(total, maxFound),
    next: end < Math.min(total, maxFound) ? String(end) : null,
  };
}
