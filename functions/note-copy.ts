import type { Config } from '@netlify/functions';
import { ownCopy, renewCopy } from '../src/capture/server/copy.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { copyProblem } from '../src/capture/server/copy-problem.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteUuid } from '../src/notes/server/note-address.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireRoom } from '../src/people/server/storage.ts';
import { forgetCount } from '../src/people/server/store/storage.ts';

export default endpoint({
  async GET(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'read');
    const own = await ownCopy(database(), uuid, user.id);
    if (!own) throw copyProblem('no-note');
    return Response.json(own);
  },

  async PUT(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    await requireRate('captures', user.id);
    const now = new Date();
    await requireRoom(user.id, 0, now);
    const options = { now, siteUrl: environment().SITE_URL };
    const renewed = await renewCopy(database(), uuid, user.id, options);
    if (!renewed.ok) throw copyProblem(renewed.reason);
    await forgetCount(database(), user.id);
    return Response.json(renewed.own);
  },
});

export const config: Config = { path: '/api/notes/:uuid/copy' };
