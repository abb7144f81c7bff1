import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { requireSession } from '../src/people/server/session.ts';
import { readMarks } from '../src/library/server/store/viewer-state.ts';

/** What is counted about a note now, and what of it is one's own doing: a vote, a place in the reading list. */
export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const { user } = await requireSession(request);
    const marks = await readMarks(database(), uuid, user.id);
    if (!marks) throw noteProblem({ ok: false, reason: 'missing' });
    return Response.json(marks);
  },
});

export const config: Config = { path: '/api/notes/:uuid/marks' };
