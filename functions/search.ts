import type { Config } from '@netlify/functions';
import { wordsAsked } from '../src/search/model/query.ts';
import { embeddingSettings } from '../src/assistant/server/model/model.ts';
import { nearNotes } from '../src/assistant/server/near-notes.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { checked } from '../src/platform/server/http/read-json.ts';
import { isWithinRate, requireRate } from '../src/platform/server/rates.ts';
import { freshNotes } from '../src/search/server/fresh.ts';
import { SearchQuery, searchPublished } from '../src/search/server/search.ts';
import { StoreUnreachable } from '../src/platform/server/store/redis.ts';

export default endpoint({
  async GET(request, { client }) {
    const { origin, searchParams } = new URL(request.url);
    const query = checked(Object.fromEntries(searchParams), SearchQuery);
    // Without the store nothing is counted, and what the files hold is found.
    const [fresh, near] = await Promise.all([
      freshNotes(database()).catch(() => ({ notes: [], gone: [] })),
      nearTo(query.q, client),
      requireRate('searches', client).catch(unlessUnreachable),
    ]);
    const answer = await searchPublished(origin, query, fresh, near);
    if (!answer) {
      throw new HttpError(503, 'Service Unavailable', 'The search cannot be reached. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    }
    return Response.json(answer, { headers: { 'Cache-Control': 'public, max-age=0, must-revalidate' } });
  },
});

function unlessUnreachable(error: unknown): void {
  if (!(error instanceof StoreUnreachable)) throw error;
}

/** What a search finds by meaning, for which everyone who searches pays from one budget. */
async function nearTo(text: string, client: string): Promise<string[]> {
  const settings = embeddingSettings(environment());
  if (!settings) return [];
  const allowed = isWithinRate('meanings', client).catch(() => false);
  return nearNotes(database(), settings, wordsAsked(text), { spender: 'search', now: new Date(), allowed });
}

export const config: Config = { path: '/api/search' };
