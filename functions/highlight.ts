import type { Config } from '@netlify/functions';
import { HighlightPatch } from '../src/library/model/highlight.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { highlightId, highlightProblem } from '../src/library/server/highlight-address.ts';
import { noteUuid } from '../src/notes/server/note-address.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';
import { commentHighlight, removeHighlight } from '../src/library/server/store/highlights.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';

const maxBytes = 64 * 1024;

export default endpoint({
  async PATCH(request, context) {
    const [uuid, id] = [noteUuid(request, context), highlightId(context)];
    const user = await requireCaller(request, 'write');
    const patch = await readJson(request, HighlightPatch, maxBytes);
    await requireRate('highlights', user.id);
    const now = new Date();
    await requireRoom(user.id, patch, now);
    const highlight = await commentHighlight(database(), uuid, user.id, { id, comment: patch.comment, now });
    if (!highlight) throw highlightProblem('missing');
    await countStored(user.id, patch, now);
    return Response.json({ highlight });
  },

  async DELETE(request, context) {
    const [uuid, id] = [noteUuid(request, context), highlightId(context)];
    const user = await requireCaller(request, 'write');
    await requireRate('highlights', user.id);
    if (!(await removeHighlight(database(), uuid, user.id, id))) throw highlightProblem('missing');
    await forgetCount(database(), user.id);
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/notes/:uuid/highlights/:id' };
