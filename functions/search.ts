import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { checked } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { freshNotes } from '../src/server/search/fresh.ts';
import { SearchQuery, searchPublished } from '../src/server/search/search.ts';
import { StoreUnreachable } from '../src/server/store/redis.ts';

export default endpoint({
  async GET(request, { ip }) {
    const { origin, searchParams } = new URL(request.url);
    const query = checked(Object.fromEntries(searchParams), SearchQuery);
    // Without the store nothing is counted, and what the files hold is found.
    const [fresh] = await Promise.all([
      freshNotes(database()).catch(() => ({ notes: [], gone: [] })),
      requireRate('searches', ip).catch(unlessUnreachable),
    ]);
    const answer = await searchPublished(origin, query, fresh);
    if (!answer) {
      throw new HttpError(503, 'Service Unavailable', 'The search cannot be reached. Try again in 5 seconds.', {
        headers: { 'Retry-After': '5' },
      });
    }
    return Response.json(answer, { headers: { 'Cache-Control': 'public, max-age=0, must-revalidate' } });
  },
});

function unlessUnreachable(error: unknown): void {
  if (!(error instanceof StoreUnreachable)) throw error;
}

export const config: Config = { path: '/api/search' };
