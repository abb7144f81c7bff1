import type { Config } from '@netlify/functions';
import { NewReport } from '../src/domain/moderation/report.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { report } from '../src/server/moderation/report.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';
import { requireStanding } from '../src/server/standing.ts';

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
