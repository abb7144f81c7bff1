import type { Config } from '@netlify/functions';
import { captureFor, CaptureRequest } from '../src/server/capture/captures.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireRoom } from '../src/server/storage.ts';

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
