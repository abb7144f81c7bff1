import type { Config } from '@netlify/functions';
import { DraftWrite } from '../src/domain/draft.ts';
import { limits } from '../src/domain/limits.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { draftId, keepDraft, maxDraftBytes } from '../src/server/drafts.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { dropDraft, readDraft } from '../src/server/store/drafts.ts';

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
    const { draft, kept } = await keepDraft(database(), user.id, id, sent, new Date());
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
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/drafts/:id' };
