import * as z from 'zod';
import { token, requireNotSuspended } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import {
  Duplicates,
  Merge,
  LibraryActionResult,
  LibraryAction,
  LibraryChanges,
  LibraryPage,
  Passages,
  PassagesQuery,
  LibraryQuery,
} from '../model/library.ts';
import { runAction, readActionNotes } from './actions.ts';
import { findDuplicates, mergeInto } from './duplicates.ts';
import { afterBulkWrite } from '../../writing/server/write-many.ts';
import type { RateName } from '../../platform/model/limits.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { countStored, countDeleted, requireRoom } from '../../people/server/storage.ts';
import { environment } from '../../platform/server/env.ts';
import { resolveQuery } from '../model/library-found.ts';
import { isPublicOnly, parseLibraryQuery } from '../../search/model/own/library-query.ts';
import { searchPublic } from './public-notes.ts';
import { libraryChanges, passagesOf, searchLibrary } from './library.ts';

type Cost = { rate: RateName; writes?: true };

/** The rate limit of each action, and which may write public data. Keys are pressed often, and undoing is always possible. */
const costs: Record<LibraryAction['action'], Cost> = {
  read: { rate: 'saves' },
  star: { rate: 'saves' },
  delete: { rate: 'saves' },
  restore: { rate: 'saves', writes: true },
  unmerge: { rate: 'saves', writes: true },
  collect: { rate: 'collections', writes: true },
  uncollect: { rate: 'collections' },
  tag: { rate: 'collections', writes: true },
  untag: { rate: 'collections', writes: true },
  visibility: { rate: 'collections', writes: true },
};

/** The whole library of a person. */
export const mineRoutes = {
  'GET /api/library': route({
    id: 'searchLibrary',
    summary:
      'Search your library: all your notes, what you’ve saved and your comments, by words and filters (`tag:`, ' +
      '`site:`, `is:`, `in:`, `from:` (`me` or your handle: you), `before:`, `after:`, `collection:` (with those inside it), each also with `-`), with how many have which ' +
      'tags, sites, collections and states, and where the words stand. `in:public` searches the public notes instead.',
    who: token('read'),
    rate: 'library',
    query: LibraryQuery,
    gives: { 200: LibraryPage },
    problems: [503],
    async handle({ caller, query, request }) {
      if (!isPublicOnly(parseLibraryQuery(resolveQuery(query, []).q).filters)) {
        return searchLibrary(database(), caller, query);
      }
      await requireRate('searches', caller.id);
      return searchPublic(database(), caller.id, new URL(request.url).origin, query);
    },
  }),

  'GET /api/library/passages': route({
    id: 'findPassages',
    summary:
      'Get where words are found in up to 20 items of your library (note, copy, highlight, comment), with the passages.',
    who: token('read'),
    rate: 'searches',
    query: PassagesQuery,
    gives: { 200: Passages },
    handle: ({ caller, query: { q, ids } }) => passagesOf(database(), caller.id, q, ids),
  }),

  'GET /api/library/changes': route({
    id: 'followLibrary',
    summary:
      'Get what has changed in your library since a revision of its log, with the texts it’s searched by. Begin at 0.',
    who: token('read'),
    rate: 'library',
    query: z.strictObject({ since: z.coerce.number().int().nonnegative().default(0) }),
    gives: { 200: LibraryChanges },
    handle: ({ caller, query: { since } }) => libraryChanges(database(), caller.id, since),
  }),

  'POST /api/library/actions': route({
    id: 'actOnLibrary',
    summary:
      'Do one thing to up to 1,000 items of your library: tag, untag, read, star, visibility, collect, uncollect, delete, restore, unmerge (in the undo of a merge). ' +
      'Whatever is refused comes with the reason; `undo` has the actions that take back the rest. Counts as one call.',
    who: token('write'),
    body: LibraryAction,
    // A thousand ids and, in an undo, the times of each.
    maxBytes: 256 * 1024,
    gives: { 200: LibraryActionResult },
    problems: [404, 409, 429, 507],
    reads: ({ body }) => readActionNotes(database(), body),
    async handle({ context, caller, body: action, read, now }) {
      const { rate, writes } = costs[action.action];
      if (writes) requireNotSuspended(caller, 'note', now);
      let counted: Promise<void> | undefined;
      const count = async () => {
        await Promise.all([writes && requireRoom(caller.id, action, now), requireRate(rate, caller.id)]);
      };
      const room = () => (counted ??= count());
      const by = { author: caller, now, rateScale: environment().RATE_LIMIT_SCALE, room };
      const { changed, ...acted } = await runAction(database(), by, action, read);
      // Counts even if there was nothing to do.
      await room();
      await afterBulkWrite(database(), changed, by, context);
      if (writes) await countStored(caller.id, action, now, context);
      if (action.action === 'delete') await countDeleted(caller.id, context);
      return acted;
    },
  }),

  'GET /api/library/duplicates': route({
    id: 'findDuplicates',
    summary:
      'List your notes with the same link, or the same title and text: the first 50 groups, and how many there are.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: Duplicates },
    handle: ({ caller }) => findDuplicates(database(), caller.id),
  }),

  'POST /api/library/merge': route({
    id: 'mergeDuplicates',
    summary: 'Merge notes with the same link or text: `keep` takes over what the others have, and they go to your bin.',
    who: token('write', 'note'),
    body: Merge,
    rate: 'edits',
    gives: { 200: LibraryActionResult },
    problems: [507],
    async handle({ context, caller, body, now }) {
      const by = { author: caller, now, rateScale: environment().RATE_LIMIT_SCALE };
      const room = requireRoom(caller.id, body, now);
      const { changed, ...acted } = await mergeInto(database(), by, body, room);
      await afterBulkWrite(database(), changed, by, context);
      await countDeleted(caller.id, context);
      return acted;
    },
  }),
} satisfies Routes;

export type MineCalls = CallsOf<typeof mineRoutes>;
