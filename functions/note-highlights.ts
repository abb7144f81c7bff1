import type { Config } from '@netlify/functions';
import { NewHighlight } from '../src/library/model/highlight.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { highlight, highlightsOf } from '../src/library/server/highlights.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { highlightProblem } from '../src/library/server/highlight-address.ts';
import { noteUuid } from '../src/notes/server/note-address.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';

const maxBytes = 64 * 1024;

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'read');
    const highlights = await highlightsOf(database(), uuid, user.id);
    if (!highlights) throw highlightProblem('no-copy');
    return Response.json({ highlights });
  },

  async POST(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    const passage = await readJson(request, NewHighlight, maxBytes);
    await requireRate('highlights', user.id);
    const now = new Date();
    await requireRoom(user.id, passage, now);
    const made = await highlight(database(), uuid, user.id, passage, now);
    if (!made.ok) throw highlightProblem(made.reason);
    await countStored(user.id, passage, now);
    return Response.json({ highlight: made.highlight }, { status: 201 });
  },
});

export const config: Config = { path: '/api/notes/:uuid/highlights' };
