import type { Config } from '@netlify/functions';
import { DraftWrite } from '../src/writing/model/draft.ts';
import { limits } from '../src/platform/model/limits.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { draftId, keepDraft, maxDraftBytes } from '../src/writing/server/drafts.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { dropDraft, readDraft } from '../src/writing/server/store/drafts.ts';
import { countStored, requireRoom } from '../src/people/server/storage.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';

export default endpoint({
  async GET(request, context) {
    const user = await requireCaller(request, 'read');
    const draft = await readDraft(database(), user.id, draftId(context.params['id']));
    return Response.json({ draft: draft ?? null });
  },

  async PUT(request, context) {
    const user = await requireCaller(request, 'write');
    const id = draftId(context.params['id']);
    const sent = await readJson(request, DraftWrite, maxDraftBytes);
    await requireRate('drafts', user.id);
    const now = new Date();
    await requireRoom(user.id, sent, now);
    const { draft, kept } = await keepDraft(database(), user.id, id, sent, now);
    // The next version takes the place of the last, which the next measurement sees; growing is counted once a draft.
    if (kept.ok && draft.version === 1) await countStored(user.id, sent, now);
    if (kept.ok) return Response.json({ version: draft.version, savedAt: draft.savedAt });
    if (kept.reason === 'changed') {
      throw new HttpError(
        409,
        'Conflict',
        'Nothing was kept: this draft was changed in another tab or on another device.',
        {
          members: { current: kept.current },
        },
      );
    }
    const most = `You have ${limits.drafts.count} drafts, as many as can be kept. Finish or discard one of them.`;
    throw new HttpError(422, 'Unprocessable Content', most);
  },

  async DELETE(request, context) {
    const user = await requireCaller(request, 'write');
    await dropDraft(database(), user.id, draftId(context.params['id']));
    await forgetCount(database(), user.id);
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/drafts/:id' };
