import { z } from 'zod';
import { session } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { beginCopies, endCopies, wantsCopies } from './store/wanted-copies.ts';

/** `all`: whether copies of the pages of all of a person's links are made. */
const CopiesChoice = z.strictObject({ all: z.boolean() });

/** The choice of copies, separate because it needs none of the code that reads pages. */
export const copiesRoutes = {
  'GET /api/copies': route({
    id: 'readCopiesChoice',
    summary: 'Check whether copies of the pages of all your links are made.',
    who: session(),
    gives: { 200: CopiesChoice },
    handle: async ({ caller }) => ({ all: await wantsCopies(database(), caller.user.id) }),
  }),

  'PUT /api/copies': route({
    id: 'chooseCopies',
    summary:
      'Choose whether copies of the pages of all your links are made: in the background, at most 1,800 an hour for everyone here.',
    who: session(),
    body: CopiesChoice,
    maxBytes: 1024,
    gives: { 200: CopiesChoice },
    async handle({ caller: { user }, body: { all } }) {
      await (all ? beginCopies(database(), user.id) : endCopies(database(), user.id));
      return { all };
    },
  }),
} satisfies Routes;
