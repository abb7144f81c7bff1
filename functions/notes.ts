import type { Config } from '@netlify/functions';
import { addressOf } from '../src/notes/model/note-access.ts';
import { NewNote } from '../src/notes/model/note.ts';
import { readCaller, requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { announceNoteSoon } from '../src/inbox/server/events.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { onceOf } from '../src/notes/server/idempotency-key.ts';
import { noteProblem } from '../src/notes/server/note-address.ts';
import { checked, readJson } from '../src/platform/server/http/read-json.ts';
import { listNotes, maxNoteBytes, NoteListQuery, writeNote } from '../src/writing/server/notes.ts';
import { afterWrite } from '../src/publishing/server/publishing.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), NoteListQuery);
    const visitor = query.author === undefined ? undefined : await readCaller(request, 'read');
    return Response.json(await listNotes(database(), query, visitor));
  },

  async POST(request, context) {
    const user = await requireCaller(request, 'write');
    const now = new Date();
    requireStanding(user, 'note', now);
    const draft = await readJson(request, NewNote, maxNoteBytes);
    await requireRate('notes', user.id);
    await requireRoom(user.id, draft, now);
    const once = onceOf(request, draft);
    const by = { author: user, now, rateScale: environment().RATE_LIMIT_SCALE, once };
    const written = await writeNote(database(), draft, by);
    if (!written.ok && written.reason === 'repeated' && written.same) {
      return Response.json({ note: written.before, path: addressOf(written.before) });
    }
    if (!written.ok) throw noteProblem(written);
    await countStored(user.id, draft, now);
    const { note, revision } = written;
    await afterWrite(revision, note.uuid, context);
    await announceNoteSoon(database(), note, now, context);
    const path = addressOf(note);
    return Response.json({ note, path }, { status: 201, headers: { Location: path } });
  },
});

export const config: Config = { path: '/api/notes' };
