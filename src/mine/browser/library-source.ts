import { session } from '../../people/browser/session.ts';
import { unsentNow } from '../../people/browser/outbox.ts';
import type { Answer } from '../../platform/browser/api.ts';
import { isPublicOnly, parseLibraryQuery } from '../model/library-query.ts';
import { emptyPage, type LibraryPage, type LibraryQuery, type Passages } from '../model/library.ts';
import { call } from './calls.ts';
import { withUnsent } from './library-actions.ts';
import { ownIndex } from './own-index.ts';

/** `partial`: the device has not had all of the library yet, and the server cannot be reached. */
export type LibraryAnswer = LibraryPage & { partial?: true };

/**
 * What answers a question to one's own library: this device where it has all of it, else the server; where that cannot be
 * reached, what the device has. Who was here last is answered before the server has said who is here.
 */
export async function askLibrary(query: LibraryQuery, signal: AbortSignal): Promise<Answer<LibraryAnswer>> {
  const { filters, unknown } = parseLibraryQuery(query.q);
  // That is found in the files of the site.
  if (isPublicOnly(filters)) return { ok: true, data: { ...emptyPage, unknown } };
  const known = session.fetch().then(({ user }) => user && ownIndex.open(user.id));
  ownIndex.open(session.user?.id);
  const [own, waiting] = await Promise.all([ownIndex.search(query, signal), unsentNow()]);
  if (own && waiting.length > 0) {
    own.page = { ...own.page, items: own.page.items.map((item) => withUnsent(item, waiting)) };
  }
  if (own && !own.partial) return { ok: true, data: own.page };
  await known;
  const { reverse, ...rest } = query;
  const answer = await call('GET /api/library', {
    query: { ...rest, ...(reverse ? { reverse: 'true' } : {}) },
    signal,
  });
  return own && !answer.ok && answer.status === 0 ? { ok: true, data: { ...own.page, partial: true } } : answer;
}

/** As what words find these items: by the device, and for passages of copies by the server. */
export async function askPassages(q: string, ids: readonly string[], signal: AbortSignal): Promise<Passages> {
  const own = (await ownIndex.passages(q, ids, signal)) ?? { found: {}, terms: [] };
  const missing = ids.filter((id) => {
    const found = own.found[id];
    return !found || (found.in === 'copy' && found.passage === undefined);
  });
  if (missing.length === 0 || signal.aborted) return own;
  const answer = await call('GET /api/library/passages', { query: { q, ids: missing.join(',') }, signal });
  if (!answer.ok) return own;
  return { found: { ...own.found, ...answer.data.found }, terms: [...own.terms, ...answer.data.terms] };
}
