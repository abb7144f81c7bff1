import type { Config } from '@netlify/functions';
import { addressOf } from '../src/domain/note-access.ts';
import { NewNote } from '../src/domain/note.ts';
import { readCaller, requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { announceNoteSoon } from '../src/server/events.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { onceOf } from '../src/server/http/idempotency-key.ts';
import { noteProblem } from '../src/server/http/note-address.ts';
import { checked, readJson } from '../src/server/http/read-json.ts';
import { listNotes, maxNoteBytes, NoteListQuery, writeNote } from '../src/server/notes.ts';
import { afterWrite } from '../src/server/publishing.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireStanding } from '../src/server/standing.ts';
import { countStored, requireRoom } from '../src/server/storage.ts';

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
