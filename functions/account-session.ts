import type { Config } from '@netlify/functions';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { endSession } from '../src/people/server/own-sessions.ts';
import { requireSession } from '../src/people/server/session.ts';

export default endpoint({
  async DELETE(request, { params }) {
    const { user } = await requireSession(request);
    const note = (device: string) => activityOf(request, 'session-ended', new Date(), device);
    if (await endSession(database(), user.id, params['id'] ?? '', note)) return new Response(null, { status: 204 });
    throw new HttpError(404, 'Not Found', 'There is no such session: it has ended already.');
  },
});

export const config: Config = { path: '/api/account/sessions/:id' };
