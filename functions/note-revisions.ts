import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { listRevisions } from '../src/writing/server/revisions.ts';

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'read');
    const listed = await listRevisions(database(), uuid, user.id);
    if (!listed.ok) throw noteProblem(listed);
    return Response.json({ revisions: listed.revisions });
  },
});

export const config: Config = { path: '/api/notes/:uuid/revisions' };
