import type { Config } from '@netlify/functions';
import { DeliveryPatch } from '../src/inbox/model/notification.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireSession } from '../src/people/server/session.ts';
import { changeDelivery, readDelivery } from '../src/inbox/server/store/delivery.ts';

const maxBytes = 4 * 1024;

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json(await readDelivery(database(), user.id));
  },

  async PATCH(request) {
    const { user } = await requireSession(request);
    await changeDelivery(database(), user.id, await readJson(request, DeliveryPatch, maxBytes), new Date());
    return Response.json(await readDelivery(database(), user.id));
  },
});

export const config: Config = { path: '/api/inbox/settings' };
