import type { Config } from '@netlify/functions';
import { NewHighlight } from '../src/domain/highlight.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { highlight, highlightsOf } from '../src/server/highlights.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { highlightProblem } from '../src/server/http/highlight-address.ts';
import { noteUuid } from '../src/server/http/note-address.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { countStored, requireRoom } from '../src/server/storage.ts';

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
