import type { Config } from '@netlify/functions';
import { AppealDecision } from '../src/domain/moderation/decision.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { afterDecision } from '../src/server/moderation/after.ts';
import { decideAppeal } from '../src/server/moderation/appeal.ts';
import { decisionProblem } from '../src/server/moderation/refusal.ts';
import { requireSession } from '../src/server/session.ts';
import { requireModerator, requireStanding } from '../src/server/standing.ts';

const maxBytes = 16 * 1024;

export default endpoint({
  async POST(request, context) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const now = new Date();
    requireStanding(user, 'moderate', now);
    const decision = await readJson(request, AppealDecision, maxBytes);
    const decided = await decideAppeal(database(), user, context.params['id'] ?? '', decision, now);
    if (!decided.ok) throw decisionProblem(decided);
    await afterDecision(database(), decided, now, context);
    return Response.json({ entry: decided.entry }, { status: 201 });
  },
});

export const config: Config = { path: '/api/moderation/appeals/:id' };
