import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/server/http/note-address.ts';
import { listRevisions } from '../src/server/revisions.ts';

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
