import * as z from 'zod';
import { noteProblem, noteUuid } from '../../notes/server/note-http.ts';
import { session, token } from '../../people/server/callers.ts';
import { countDeleted, countStored, requireRoom } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { DueHighlight, Highlight, HighlightPatch, NewHighlight, RestoredHighlight } from '../model/highlight.ts';
import { ReadingChange, ReadingPlace, SavedAnswer } from '../model/reading-list.ts';
import {
  highlight,
  highlightsOf,
  highlightsToReview,
  HighlightsPage,
  highlightsPage,
  HighlightsQuery,
  highlightId,
  highlightProblem,
  restoreHighlight,
} from './highlights.ts';
import type { collectionRoutes } from './routes-collections.ts';
import {
  keepReadingProgress,
  putIntoList,
  ReadingPage,
  readingPage,
  ReadingQuery,
  takeFromList,
} from './reading-list.ts';
import { changeHighlight, removeHighlight } from './store/highlights.ts';
import { readViewerState, ViewerState } from './store/viewer-state.ts';

const One = z.object({ highlight: Highlight });
const Progress = ReadingPlace.pick({ progress: true }).strict();
const highlightOfNote = (request: Request, context: CallContext) => ({
  uuid: noteUuid(request, context),
  id: highlightId(request, context),
});

/** Reading lists and highlights. */
export const libraryRoutes = {
  'GET /api/reading-list': route({
    id: 'readReadingList',
    summary:
      'List one part of your reading list, last changed first. To save or move a note, use /api/notes/{uuid}/save.',
    who: token('read'),
    query: ReadingQuery,
    gives: { 200: ReadingPage },
    handle: ({ caller, query }) => readingPage(database(), caller.id, query),
  }),

  'GET /api/highlights': route({
    id: 'listHighlights',
    summary: 'List everything you’ve highlighted, by note, newest first.',
    who: token('read'),
    query: HighlightsQuery,
    gives: { 200: HighlightsPage },
    handle: ({ caller, query }) => highlightsPage(database(), caller.id, query.cursor),
  }),

  'GET /api/highlights/review': route({
    id: 'reviewHighlights',
    summary: 'List up to ten highlights due for review, most overdue first, and how many are due in all.',
    who: token('read'),
    rate: 'overviews',
    gives: { 200: z.object({ items: z.array(DueHighlight), due: z.int().nonnegative() }) },
    handle: ({ caller, now }) => highlightsToReview(database(), caller.id, now),
  }),

  'GET /api/notes/{uuid}/highlights': route({
    id: 'readHighlights',
    summary: 'List your highlights in the copy of a page that your note is about, in the order of its text.',
    at: noteUuid,
    who: token('read'),
    gives: { 200: z.object({ highlights: z.array(Highlight) }) },
    problems: [404],
    async handle({ caller, at: uuid }) {
      const highlights = await highlightsOf(database(), uuid, caller.id);
      if (!highlights) throw highlightProblem('no-copy');
      return { highlights };
    },
  }),

  'POST /api/notes/{uuid}/highlights': route({
    id: 'addHighlight',
    summary:
      'Highlight a passage of that copy: send its words, the text around them, and where they begin in the text without markup.',
    at: noteUuid,
    who: token('write'),
    body: NewHighlight,
    rate: 'highlights',
    gives: { 201: One },
    problems: [404, 409, 507],
    async handle({ context, caller, at: uuid, body: passage, now }) {
      await requireRoom(caller.id, passage, now);
      const made = await highlight(database(), uuid, caller.id, passage, now);
      if (!made.ok) throw highlightProblem(made.reason);
      await countStored(caller.id, passage, now, context);
      return { highlight: made.highlight };
    },
  }),

  'PATCH /api/notes/{uuid}/highlights/{id}': route({
    id: 'changeHighlight',
    summary: 'Change the comment on a highlight (an empty one removes it), or say when it’s next reviewed.',
    at: highlightOfNote,
    who: token('write'),
    body: HighlightPatch,
    rate: 'highlights',
    gives: { 200: One },
    problems: [404, 507],
    async handle({ context, caller, at: { uuid, id }, body: patch, now }) {
      await requireRoom(caller.id, patch, now);
      const changed = await changeHighlight(database(), uuid, caller.id, { id, patch, now });
      if (!changed) throw highlightProblem('missing');
      await countStored(caller.id, patch, now, context);
      return { highlight: changed };
    },
  }),

  'PUT /api/notes/{uuid}/highlights/{id}': route({
    id: 'restoreHighlight',
    summary: 'Restore a highlight that you deleted: send it as it was. One that exists stays as it is.',
    at: highlightOfNote,
    who: token('write'),
    body: RestoredHighlight,
    rate: 'highlights',
    gives: { 200: One },
    problems: [404, 409, 507],
    async handle({ context, caller, at: { uuid, id }, body: deleted, now }) {
      await requireRoom(caller.id, deleted, now);
      const restored = await restoreHighlight(database(), { noteUuid: uuid, userId: caller.id, id }, deleted);
      if (!restored.ok) throw highlightProblem(restored.reason);
      await countStored(caller.id, deleted, now, context);
      return { highlight: restored.highlight };
    },
  }),

  'DELETE /api/notes/{uuid}/highlights/{id}': route({
    id: 'deleteHighlight',
    summary: 'Delete a highlight and its comment.',
    at: highlightOfNote,
    who: token('write'),
    rate: 'highlights',
    gives: { 204: null },
    problems: [404],
    async handle({ context, caller, at: { uuid, id } }) {
      if (!(await removeHighlight(database(), uuid, caller.id, id))) throw highlightProblem('missing');
      await countDeleted(caller.id, context);
    },
  }),

  'PUT /api/notes/{uuid}/save': route({
    id: 'saveNote',
    summary:
      'Save a note to your reading list, or change its state and progress there, or star it, which alone doesn’t put it on the list. The body is optional.',
    at: noteUuid,
    who: token('write'),
    body: ReadingChange.optional(),
    maxBytes: 1024,
    rate: 'saves',
    gives: { 200: SavedAnswer },
    problems: [404, 410],
    // Without a body the note is saved as `toread`, or stays in its state.
    handle: ({ caller, at: uuid, body = {}, now }) => putIntoList(database(), uuid, caller.id, body, now),
  }),

  'DELETE /api/notes/{uuid}/save': route({
    id: 'unsaveNote',
    summary: 'Remove a note from your reading list. Its star stays.',
    at: noteUuid,
    who: token('write'),
    rate: 'saves',
    gives: { 200: SavedAnswer },
    problems: [404],
    handle: ({ caller, at: uuid }) => takeFromList(database(), uuid, caller.id),
  }),

  'PUT /api/notes/{uuid}/progress': route({
    id: 'keepProgress',
    summary:
      'Store how far you’ve read a note you saved or starred, or the copy of your own link, from 0 to 1. Less than before changes nothing, except 0. A note that waits to be read is then being read.',
    at: noteUuid,
    who: token('write'),
    body: Progress,
    maxBytes: 1024,
    rate: 'saves',
    gives: { 200: Progress },
    problems: [404],
    async handle({ caller, at: uuid, body, now }) {
      const progress = await keepReadingProgress(database(), caller.id, { uuid, ...body }, now);
      if (progress === null) throw noteProblem({ ok: false, reason: 'missing' });
      return { progress };
    },
  }),

  'GET /api/notes/{uuid}/marks': route({
    id: 'readMarks',
    summary: 'Get a note’s counts as they are now, and what you’ve done with it.',
    at: noteUuid,
    who: session(),
    gives: { 200: ViewerState },
    problems: [404],
    async handle({ caller, at: uuid }) {
      const marks = await readViewerState(database(), uuid, caller.user.id);
      if (!marks) throw noteProblem({ ok: false, reason: 'missing' });
      return marks;
    },
  }),
} satisfies Routes;

export type LibraryCalls = CallsOf<typeof libraryRoutes & typeof collectionRoutes>;
