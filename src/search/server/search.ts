import { z } from 'zod';
import { find, type Found } from '../model/find.ts';
import { fusedWith } from './fused-with.ts';
import { withFresh, type Fresh } from '../model/fresh.ts';
import { SearchedNote } from '../model/note.ts';
import { parseQuery } from '../model/query.ts';
import { passageOf } from '../model/passage.ts';
import { forgetPublishedIndex, publishedIndex } from './published-index.ts';
import { log } from '../../platform/server/log.ts';

export const SearchQuery = z.strictObject({
  q: z.string().min(1, 'Say what to search for.'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** A note that was found: everything but its text, of which `excerpt` is the part that has the most of the words. */
const FoundNote = SearchedNote.omit({ text: true, next: true }).extend({
  /** Words of the query that the note does not have. */
  missing: z.array(z.string()),
  /** Present where it has none of them: a model says that it is near in meaning. */
  byMeaning: z.literal(true).optional(),
});

export const SearchAnswer = z.object({ notes: z.array(FoundNote), total: z.int().nonnegative() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const FreshAnswer = z.object({
  notes: z.array(SearchedNote.omit({ next: true })),
  gone: z.array(z.string()),
  /** Present where /api/search finds notes by meaning, too. */
  meaning: z.literal(true).optional(),
});

/**
 * Searches the published files at `origin` and what is newer. `near`: the uuids of notes that are near in meaning, the
 * nearest first. Undefined when the files cannot be reached.
 */
export async function searchPublished(
  origin: string,
  { q, limit }: z.infer<typeof SearchQuery>,
  fresh: Fresh,
  near: readonly string[] = [],
): Promise<SearchAnswer | undefined> {
  const search = async () => find(withFresh(await publishedIndex(origin), fresh), q, limit, fusedWith(near));
  try {
    return answerOf(
      parseQuery(q).words.length,
      await search().catch(() => {
        forgetPublishedIndex();
        return search();
      }),
    );
  } catch (error) {
    log('warn', 'the search cannot be reached', { route: '/api/search', error: String(error) });
    return undefined;
  }
}

function answerOf(words: number, { hits, total }: Found): SearchAnswer {
  const notes = hits.map(({ note: { text, next: _, ...note }, terms, missing }) => ({
    ...note,
    excerpt: passageOf(text, terms) ?? note.excerpt,
    missing,
    ...(words > 0 && missing.length === words && { byMeaning: true as const }),
  }));
  return { notes, total };
}
