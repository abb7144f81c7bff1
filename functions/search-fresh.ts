import type { Config } from '@netlify/functions';
import { embeddingSettings } from '../src/assistant/server/model/model.ts';
import { cacheTags } from '../src/platform/server/cache-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { pageCaching } from '../src/platform/server/http/html.ts';
import { freshNotes } from '../src/search/server/fresh.ts';

/** The same for everyone, so that searching asks the store once a minute, and nobody's query leaves their browser. */
export default endpoint({
  async GET() {
    const fresh = await freshNotes(database());
    const answer = { ...fresh, ...(embeddingSettings(environment()) && { meaning: true }) };
    return Response.json(answer, { headers: pageCaching.shared(cacheTags.lists) });
  },
});

export const config: Config = { path: '/api/search/fresh' };
