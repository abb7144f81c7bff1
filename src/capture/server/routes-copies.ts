import * as z from 'zod';
import { noteUuid } from '../../notes/server/note-http.ts';
import { requireNotSuspended, session, token } from '../../people/server/callers.ts';
import { countDeleted } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';
import { copyProblem, OwnCopy, restoreFormerCopy } from './copies.ts';
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
    problems: [403],
    async handle({ caller: { user }, body: { all }, now }) {
      if (all) requireNotSuspended(user, 'note', now);
      await (all ? beginCopies(database(), user.id) : endCopies(database(), user.id));
      return { all };
    },
  }),

  'PUT /api/notes/{uuid}/copy/former': route({
    id: 'restoreCopy',
    summary:
      'Restore the copy that was replaced in the last 30 days; the present one becomes the former one. With `at`, only the copy made then, so that doing it again changes nothing.',
    at: noteUuid,
    who: token('write', 'note'),
    body: z.strictObject({ at: z.iso.datetime() }).optional(),
    maxBytes: 1024,
    rate: 'edits',
    gives: { 200: OwnCopy },
    problems: [404],
    async handle({ caller, at: uuid, body, context }) {
      const restored = await restoreFormerCopy(database(), uuid, caller.id, body?.at);
      if (!restored) throw copyProblem('no-note');
      await countDeleted(caller.id, context);
      await afterWrite(restored.revision, [uuid], context, 'adds');
      return restored.own;
    },
  }),
} satisfies Routes;
