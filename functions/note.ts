import type { Config } from '@netlify/functions';
import { addressOf, isPublished } from '../src/notes/model/note-access.ts';
import { NotePatch } from '../src/notes/model/note.ts';
import { readCaller, requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { announceNoteSoon } from '../src/inbox/server/events.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { editNote, maxNoteBytes, removeNote } from '../src/writing/server/notes.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { readTops } from '../src/discussion/server/store/threads.ts';
import { publishedNote } from '../src/reading/server/prepared-note.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';
import { openNote } from '../src/notes/server/open-note.ts';

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const opened = await openNote(database(), uuid, async () => (await readCaller(request, 'read'))?.id);
    if (!opened.ok) throw noteProblem(opened);
    const [top] = isPublished(opened.note) ? await readTops(database(), [uuid]) : [];
    return Response.json(await publishedNote(opened.note, opened.author, top));
  },

  async PATCH(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    const now = new Date();
    requireStanding(user, 'note', now);
    const patch = await readJson(request, NotePatch, maxNoteBytes);
    await requireRate('edits', user.id);
    await requireRoom(user.id, patch, now);
    const by = { author: user, now, rateScale: environment().RATE_LIMIT_SCALE };
    const edited = await editNote(database(), uuid, patch, by);
    if (!edited.ok) throw noteProblem(edited);
    await countStored(user.id, patch, now);
    await afterWrite(edited.revision, uuid, context);
    await announceNoteSoon(database(), edited.note, now, context);
    return Response.json({ note: edited.note, path: addressOf(edited.note) });
  },

  async DELETE(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    const removed = await removeNote(database(), uuid, user.id, new Date());
    if (!removed.ok) throw noteProblem(removed);
    await forgetCount(database(), user.id);
    await afterWrite(removed.revision, uuid, context);
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/notes/:uuid' };
