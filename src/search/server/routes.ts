import * as z from 'zod';
import { embeddingSettings } from '../../assistant/server/model/model.ts';
import { semanticNotes } from '../../assistant/server/semantic-notes.ts';
import { forgetSearch, keepSearch, listSearches } from '../../inbox/server/saved-searches.ts';
import { anyone, token } from '../../people/server/callers.ts';
import { pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { fullProblem, HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { countCalls, requireRate } from '../../platform/server/rates.ts';
import { StoreUnreachable } from '../../platform/server/store/redis.ts';
import { maxSavedSearches, wordsAsked, parseQuery } from '../model/query.ts';
import { NewSavedSearch, SavedSearch } from '../model/saved.ts';
import { findPublished, readIndexChanges } from './published-index.ts';
import type { Found } from '../model/find.ts';
import type { IndexChanges } from '../model/index.ts';
import { SearchedNote } from '../model/note.ts';
import { shownPassage } from '../model/passage.ts';
import { log } from '../../platform/server/log.ts';

const SearchQuery = z.strictObject({
  q: z.string().min(1, 'Say what to search for.'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** A note that was found, without its text. `excerpt` is the part of the text with the most words of the query. */
const FoundNote = SearchedNote.omit({ text: true, next: true }).extend({
  /** Words of the query that the note does not have. */
  missing: z.array(z.string()),
  /** Present if it has none of the words: a model found it semantically similar. */
  byMeaning: z.literal(true).optional(),
});

export const SearchAnswer = z.object({ notes: z.array(FoundNote), total: z.int().nonnegative() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;

const FreshAnswer = z.object({
  notes: z.array(SearchedNote.omit({ next: true })),
  gone: z.array(z.string()),
  /** Present if /api/search finds notes by meaning too. */
  meaning: z.literal(true).optional(),
});

/**
 * Searches the published files at `origin` and newer notes. `near`: the uuids of semantically similar notes, most similar
 * first. Undefined if the files cannot be reached.
 */
async function searchPublished(
  origin: string,
  { q, limit }: z.infer<typeof SearchQuery>,
  fresh: IndexChanges,
  near: readonly string[] = [],
): Promise<SearchAnswer | undefined> {
  try {
    return answerOf(parseQuery(q).words.length, await findPublished(origin, q, limit, { fresh, near }));
  } catch (error) {
    log('warn', 'the search cannot be reached', { route: '/api/search', error: String(error) });
    return undefined;
  }
}

function answerOf(words: number, { hits, total }: Found): SearchAnswer {
  const notes = hits.map(({ note: { text, discussion, next: _, ...note }, terms, missing }) => ({
    ...note,
    excerpt: shownPassage({ text, discussion, excerpt: note.excerpt }, terms),
    missing,
    ...(words > 0 && missing.length === words && { byMeaning: true as const }),
  }));
  return { notes, total };
}

/** Searching notes, and saving searches to be notified of new ones. */
export const searchRoutes = {
  'GET /api/search': route({
    id: 'search',
    summary:
      'Search public notes, best match first: words, "a phrase", -without, tag:, person:, site:, kind:, date:, after:, before:.',
    who: anyone,
    query: SearchQuery,
    gives: { 200: SearchAnswer },
    problems: [429, 503],
    async handle({ request, context: { client }, query, now }) {
      // Without the store, no rate is limited, and only published notes are found.
      await requireRate('searches', client).catch(unlessUnreachable);
      const [fresh, near] = await Promise.all([
        readIndexChanges(database()).catch(() => ({ notes: [], gone: [] })),
        nearTo(query.q, client, now),
      ]);
      const answer = await searchPublished(new URL(request.url).origin, query, fresh, near);
      if (answer) return reply(200, answer, { 'Cache-Control': 'public, max-age=0, must-revalidate' });
      throw new HttpError(503, 'Service Unavailable', 'Search isn’t available right now. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    },
  }),

  // The same for everyone, so that searching reads the store once a minute, and no query leaves its browser.
  'GET /api/search/fresh': route({
    id: 'searchFresh',
    summary:
      'List public notes added, changed or removed since the published build, whose index is at /search/index.json.',
    who: anyone,
    gives: { 200: FreshAnswer },
    async handle() {
      const fresh = await readIndexChanges(database());
      const answer = { ...fresh, ...(embeddingSettings(environment()) && { meaning: true as const }) };
      return reply(200, answer, pageCaching.shared(cacheTags.lists));
    },
  }),

  'GET /api/searches': route({
    id: 'listSearches',
    summary: 'List your saved searches, newest first.',
    who: token('read'),
    gives: { 200: z.object({ searches: z.array(SavedSearch) }) },
    handle: async ({ caller }) => ({ searches: await listSearches(database(), caller.id) }),
  }),

  'POST /api/searches': route({
    id: 'saveSearch',
    summary: 'Save a search, to hear of new notes that have every word of it. Saving it again changes nothing.',
    who: token('write'),
    body: NewSavedSearch,
    maxBytes: 16 * 1024,
    rate: 'feedback',
    gives: { 201: z.object({ search: SavedSearch }) },
    problems: [409],
    async handle({ caller, body: { query }, now }) {
      const saved = await keepSearch(database(), caller.id, query, now);
      if (saved.ok) return { search: saved.search };
      if (saved.reason !== 'vague') throw fullProblem(`saved ${maxSavedSearches} searches`);
      const message = 'New notes can’t be matched by this alone. Add a word, a tag, a person or a site.';
      throw new HttpError(400, 'Bad Request', message, { errors: [{ path: 'query', message }] });
    },
  }),

  'DELETE /api/searches/{id}': route({
    id: 'forgetSearch',
    summary: 'Delete a saved search.',
    who: token('write'),
    gives: { 204: null },
    async handle({ caller, at }) {
      await forgetSearch(database(), caller.id, at['id'] ?? '');
    },
  }),
} satisfies Routes;

function unlessUnreachable(error: unknown): void {
  if (!(error instanceof StoreUnreachable)) throw error;
}

/** The notes that a search finds by meaning, paid from one budget for everyone. */
async function nearTo(text: string, client: string, now: Date): Promise<string[]> {
  const settings = embeddingSettings(environment());
  if (!settings) return [];
  const counted = countCalls({ name: 'meanings', key: client }, { name: 'meaningsDaily', key: client });
  const allowed = counted.then((taken) => taken.every(({ ok }) => ok)).catch(() => false);
  return semanticNotes(database(), settings, wordsAsked(text), { spender: 'search', now, allowed });
}
