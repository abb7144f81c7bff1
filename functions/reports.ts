import type { Config } from '@netlify/functions';
import { NewReport } from '../src/moderation/model/report.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { report } from '../src/moderation/server/report.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';

const maxBytes = 16 * 1024;

export default endpoint({
  async POST(request) {
    const { user } = await requireSession(request);
    const now = new Date();
    requireStanding(user, 'report', now);
    const wish = await readJson(request, NewReport, maxBytes);
    await requireRate('reports', user.id);
    const reported = await report(database(), wish, user.id, now);
    if (reported.ok) return Response.json({ reported: true }, { status: reported.already ? 200 : 201 });
    throw reported.reason === 'own'
      ? new HttpError(403, 'Forbidden', 'This is your own. Change it or delete it instead.')
      : new HttpError(404, 'Not Found', 'What you report is not there any more.');
  },
});

export const config: Config = { path: '/api/reports' };
