import { noteUuid } from '../../notes/server/note-http.ts';
import { readNote } from '../../notes/server/notes.ts';
import { token } from '../../people/server/callers.ts';
import { countStored, requireRoom } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';
import type { copiesRoutes } from './routes-copies.ts';
import { captureFor, CaptureAnswer, CaptureRequest, renewCopy } from './captures.ts';
import { copyProblem, ownCopy, OwnCopy } from './copies.ts';

/** Reading pages of other sites, and the copies that are kept of them. */
export const captureRoutes = {
  'POST /api/capture': route({
    id: 'capturePage',
    summary:
      'Read a web page before saving its link: its details, its text, and who has saved it. A page that can’t be read answers 200 with the reason in `failure`.',
    who: token('write'),
    body: CaptureRequest,
    maxBytes: 16 * 1024,
    rate: 'captures',
    gives: { 200: CaptureAnswer },
    problems: [507],
    async handle({ caller, body: { url }, now }) {
      await requireRoom(caller.id, 0, now);
      return captureFor(database(), caller.id, url, { now, siteUrl: environment().SITE_URL });
    },
  }),

  'GET /api/notes/{uuid}/copy': route({
    id: 'readCopy',
    summary: 'Get your copy of the page that your note is about.',
    at: noteUuid,
    who: token('read'),
    gives: { 200: OwnCopy },
    problems: [404],
    async handle({ caller, at: uuid }) {
      const own = await ownCopy(database(), uuid, caller.id);
      if (!own) throw copyProblem('no-note');
      return own;
    },
  }),

  'PUT /api/notes/{uuid}/copy': route({
    id: 'renewCopy',
    summary: 'Read that page again, and replace the copy. The former one can be restored for 30 days.',
    at: noteUuid,
    who: token('write', 'note'),
    rate: 'captures',
    gives: { 200: OwnCopy },
    problems: [404, 422, 507],
    reads: ({ at: uuid }) => readNote(database(), uuid),
    async handle({ caller, at: uuid, read: found, context, now }) {
      await requireRoom(caller.id, 0, now);
      const renewed = await renewCopy(database(), found, caller.id, { now, siteUrl: environment().SITE_URL });
      if (!renewed.ok) throw copyProblem(renewed.reason);
      await countStored(caller.id, renewed.grown, now, context);
      await afterWrite(renewed.revision, [uuid], context, 'adds');
      return renewed.own;
    },
  }),
} satisfies Routes;

export type CaptureCalls = CallsOf<typeof captureRoutes & typeof copiesRoutes>;
