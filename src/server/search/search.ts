import { z } from 'zod';
import { find, type Found } from '../../domain/search/find.ts';
import { withFresh, type Fresh } from '../../domain/search/fresh.ts';
import { SearchedNote } from '../../domain/search/searched-note.ts';
import { passageOf } from '../../domain/search/passage.ts';
import { forgetPublishedIndex, publishedIndex } from './published-index.ts';

export const SearchQuery = z.strictObject({
  q: z.string().min(1, 'Say what to search for.'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** A note that was found: everything but its text, of which `excerpt` is the part that has the most of the words. */
export const FoundNote = SearchedNote.omit({ text: true, next: true }).extend({
  /** Words of the query that the note does not have. */
  missing: z.array(z.string()),
});

export const SearchAnswer = z.object({ notes: z.array(FoundNote), total: z.int().nonnegative() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const FreshAnswer = z.object({ notes: z.array(SearchedNote.omit({ next: true })), gone: z.array(z.string()) });

/** Searches the published files at `origin` and what is newer. Undefined when the files cannot be reached. */
export async function searchPublished(
  origin: string,
  { q, limit }: z.infer<typeof SearchQuery>,
  fresh: Fresh,
): Promise<SearchAnswer | undefined> {
  const search = async () => find(withFresh(await publishedIndex(origin), fresh), q, limit);
  try {
    return answerOf(
      await search().catch(() => {
        forgetPublishedIndex();
        return search();
      }),
    );
  } catch (error) {
    console.warn(JSON.stringify({ level: 'warn', path: '/api/search', error: String(error) }));
    return undefined;
  }
}

function answerOf({ hits, total }: Found): SearchAnswer {
  const notes = hits.map(({ note: { text, next: _, ...note }, terms, missing }) => ({
    ...note,
    excerpt: passageOf(text, terms) ?? note.excerpt,
    missing,
  }));
  return { notes, total };
}
