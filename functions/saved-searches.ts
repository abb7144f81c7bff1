import type { Config } from '@netlify/functions';
import { mostSavedSearches } from '../src/search/model/limits.ts';
import { NewSavedSearch } from '../src/search/model/saved.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { fullProblem } from '../src/people/server/http/full-problem.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { keepSearch } from '../src/inbox/server/saved-searches.ts';
import { listSearches } from '../src/inbox/server/store/saved-searches.ts';

const maxBytes = 16 * 1024;

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json({ searches: await listSearches(database(), user.id) });
  },

  async POST(request) {
    const user = await requireCaller(request, 'write');
    const { query } = await readJson(request, NewSavedSearch, maxBytes);
    await requireRate('wishes', user.id);
    const kept = await keepSearch(database(), user.id, query, new Date());
    if (kept.ok) return Response.json({ search: kept.search }, { status: 201 });
    if (kept.reason === 'vague') {
      const message = 'New notes cannot be told by this. Add a word, a tag, a person or a site.';
      throw new HttpError(400, 'Bad Request', message, { errors: [{ path: 'query', message }] });
    }
    throw fullProblem(`saved ${mostSavedSearches} searches`);
  },
});

export const config: Config = { path: '/api/searches' };
