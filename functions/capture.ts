import type { Config } from '@netlify/functions';
import { captureFor, CaptureRequest } from '../src/capture/server/captures.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireRoom } from '../src/people/server/storage.ts';

export default endpoint({
  async POST(request) {
    const user = await requireCaller(request, 'write');
    const { url } = await readJson(request, CaptureRequest, 16 * 1024);
    await requireRate('captures', user.id);
    const now = new Date();
    await requireRoom(user.id, 0, now);
    const options = { now, siteUrl: environment().SITE_URL };
    return Response.json(await captureFor(database(), user.id, url, options));
  },
});

export const config: Config = { path: '/api/capture' };
