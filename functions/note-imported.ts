import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/server/http/note-address.ts';
import { ownNote } from '../src/server/notes.ts';
import { readNotesImported } from '../src/server/store/import-findings.ts';
import { readNote } from '../src/server/store/notes.ts';

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
