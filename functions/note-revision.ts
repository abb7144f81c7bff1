import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteProblem, noteUuid } from '../src/notes/server/note-address.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { openRevision } from '../src/writing/server/revisions.ts';

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'read');
    const opened = await openRevision(database(), uuid, Number(context.params['rev']), user.id);
    if (!opened.ok) throw noteProblem(opened);
    if (!opened.found) {
      throw new HttpError(
        404,
        'Not Found',
        'This revision is not kept: a note keeps its last 50. List them to see which.',
      );
    }
    return Response.json(opened.found);
  },
});

export const config: Config = { path: '/api/notes/:uuid/revisions/:rev' };
