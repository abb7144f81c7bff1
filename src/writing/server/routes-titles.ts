import { z } from 'zod';
import { Visibility } from '../../notes/model/note.ts';
import { titleKey, wikilinkTo } from '../../notes/model/wikilink.ts';
import { findTitled, readNotes } from '../../notes/server/notes.ts';
import { token } from '../../people/server/callers.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

const TitlesQuery = z.strictObject({ q: z.string().max(limits.title.max).default('') });
const TitlesAnswer = z.object({
  notes: z.array(z.object({ uuid: z.uuid(), title: z.string(), visibility: Visibility, link: z.string() })),
});

const titlesAtOnce = 8;

/** A person's notes by a part of their titles, with what is written to link to each: of equal titles, which one it is. */
async function titlesLike(redis: Redis, userId: string, words: string) {
  const found = await findTitled(redis, { userId, key: titleKey(words), max: titlesAtOnce });
  const notes = await readNotes(
    redis,
    found.map(([uuid]) => uuid),
  );
  return found.flatMap(([uuid, sharing], at) => {
    const note = notes[at];
    if (!note || !('visibility' in note)) return [];
    const { title, visibility } = note;
    return [{ uuid, title, visibility, link: wikilinkTo(note, sharing > 1) }];
  });
}

/** The titles of one's own notes. */
export const titleRoutes = {
  'GET /api/titles': route({
    id: 'findTitles',
    summary:
      'Find your notes by the words of their titles, those that begin with them first; without words, the newest. `link` is what to write in a note of yours to link to it.',
    who: token('read'),
    rate: 'previews',
    query: TitlesQuery,
    gives: { 200: TitlesAnswer },
    handle: async ({ caller, query }) => ({ notes: await titlesLike(database(), caller.id, query.q) }),
  }),
} satisfies Routes;
