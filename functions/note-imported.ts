import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { ownNote } from '../src/writing/server/notes.ts';
import { readNotesImported } from '../src/transfer/server/store/import-findings.ts';
import { readNote } from '../src/notes/server/store/notes.ts';

/** What came with one's own note when it was imported, and has no place in it; nobody else ever sees it. */
export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'read');
    const own = ownNote(await readNote(database(), uuid), user.id);
    if (!own.ok) throw noteProblem(own);
    return Response.json({ imported: (await readNotesImported(database(), [uuid])).get(uuid) ?? {} });
  },
});

export const config: Config = { path: '/api/notes/:uuid/imported' };
