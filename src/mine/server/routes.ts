import { z } from 'zod';
import { token } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { LibraryChanges, LibraryPage, LibraryQuery } from '../model/library.ts';
import { libraryChanges, searchLibrary } from './library.ts';

/** A person's own things, together. */
export const mineRoutes = {
  'GET /api/library': route({
    id: 'searchLibrary',
    summary:
      'Your notes in every state and what you saved of others, by words and filters (`tag:`, `site:`, `is:`, `in:`, ' +
      '`from:`, `before:`, `after:`, `collection:`, each also with `-`), with how many have which tags, sites, ' +
      'collections and states.',
    who: token('read'),
    query: LibraryQuery,
    gives: { 200: LibraryPage },
    handle: ({ caller, query }) => searchLibrary(database(), caller.id, query),
  }),

  'GET /api/library/changes': route({
    id: 'followLibrary',
    summary:
      'What changed in your library after a revision of its own log, with the texts in which it is found; 0 is the beginning.',
    who: token('read'),
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().default(0) }),
    gives: { 200: LibraryChanges },
    handle: ({ caller, query: { since } }) => libraryChanges(database(), caller.id, since),
  }),
} satisfies Routes;

export type MineCalls = CallsOf<typeof mineRoutes>;
