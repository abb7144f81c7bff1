import { callsOf, type Answer } from '../../platform/browser/api.ts';
import type { LibraryPage, LibraryQuery } from '../model/library.ts';
import type { MineCalls } from '../server/routes.ts';

/** The calls about a whole library. */
export const call = callsOf<MineCalls>();

/** What answers a question to the library: the server, or an index on the device. */
export type AskLibrary = (query: LibraryQuery, signal: AbortSignal) => Promise<Answer<LibraryPage>>;

export const askServer: AskLibrary = ({ reverse, ...query }, signal) =>
  call('GET /api/library', { query: { ...query, ...(reverse ? { reverse: 'true' } : {}) }, signal });
