import type { Config } from '@netlify/functions';
import { Decision } from '../src/domain/moderation/decision.ts';
import { LogQuery } from '../src/domain/moderation/log.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { checked, readJson } from '../src/server/http/read-json.ts';
import { afterDecision } from '../src/server/moderation/after.ts';
import { decide } from '../src/server/moderation/decide.ts';
import { readDecisions } from '../src/server/moderation/log.ts';
import { decisionProblem } from '../src/server/moderation/refusal.ts';
import { requireSession } from '../src/server/session.ts';
import { requireModerator, requireStanding } from '../src/server/standing.ts';

const maxBytes = 16 * 1024;

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const { page } = checked(Object.fromEntries(new URL(request.url).searchParams), LogQuery);
    return Response.json(await readDecisions(database(), page));
  },

  async POST(request, context) {
    const { user } = await requireSession(request);
    requireModerator(user);
    const now = new Date();
    requireStanding(user, 'moderate', now);
    const decision = await readJson(request, Decision, maxBytes);
    const decided = await decide(database(), user, decision, now);
    if (!decided.ok) throw decisionProblem(decided);
    await afterDecision(database(), decided, now, context);
    return Response.json({ entry: decided.entry }, { status: 201 });
  },
});

export const config: Config = { path: '/api/moderation/decisions' };
