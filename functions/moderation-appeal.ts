import type { Config } from '@netlify/functions';
import { AppealDecision } from '../src/moderation/model/decision.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { afterDecision } from '../src/moderation/server/after.ts';
import { decideAppeal } from '../src/moderation/server/appeal.ts';
import { decisionProblem } from '../src/moderation/server/refusal.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator, requireStanding } from '../src/people/server/suspension.ts';

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
