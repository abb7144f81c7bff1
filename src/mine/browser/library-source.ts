import { session } from '../../people/browser/session.ts';
import type { Answer } from '../../platform/browser/api.ts';
import type { LibraryPage, LibraryQuery } from '../model/library.ts';
import { call } from './calls.ts';
import { ownIndex } from './own-index.ts';

/** What answers a question to one's own library: this device where it has all of it, else the server. */
export async function askLibrary(query: LibraryQuery, signal: AbortSignal): Promise<Answer<LibraryPage>> {
  const { user } = await session.fetch();
  // Names of collections are known to the server alone.
  if (user && !query.q.includes('collection:')) {
    ownIndex.open(user.id);
    const page = await ownIndex.search(query, signal);
    if (page) return { ok: true, data: page };
  }
  const { reverse, ...rest } = query;
  return call('GET /api/library', { query: { ...rest, ...(reverse ? { reverse: 'true' } : {}) }, signal });
}
