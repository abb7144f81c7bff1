import type { Config } from '@netlify/functions';
import { AppealQuery, NewAppeal } from '../src/moderation/model/appeal.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { checked, readJson } from '../src/platform/server/http/read-json.ts';
import { appeal, appealView, type NotAppealed } from '../src/moderation/server/appeal.ts';
import { requireAppellant } from '../src/moderation/server/appellant.ts';
import { requireRate } from '../src/platform/server/rates.ts';

const maxBytes = 16 * 1024;
const missing = 'There is no decision about you at this address.';

const refusals: Record<NotAppealed['reason'], [number, string, string]> = {
  missing: [404, 'Not Found', missing],
  undone: [409, 'Conflict', 'This decision was taken back already: there is nothing to appeal against.'],
  already: [409, 'Conflict', 'You have appealed against this decision already. One appeal is read for each.'],
};

export default endpoint({
  async GET(request) {
    const query = checked(Object.fromEntries(new URL(request.url).searchParams), AppealQuery);
    const userId = await requireAppellant(request, request.headers.get('Appeal-Token') ?? undefined);
    const view = await appealView(database(), query.about, userId);
    if (!view) throw new HttpError(404, 'Not Found', missing);
    return Response.json(view);
  },

  async POST(request) {
    const { token, ...wish } = await readJson(request, NewAppeal, maxBytes);
    const userId = await requireAppellant(request, token);
    await requireRate('appeals', userId);
    const appealed = await appeal(database(), wish, userId, new Date());
    if (appealed.ok) return Response.json({ appealed: true }, { status: 201 });
    throw new HttpError(...refusals[appealed.reason]);
  },
});

export const config: Config = { path: '/api/appeals' };
