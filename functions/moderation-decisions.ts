import type { Config } from '@netlify/functions';
import { Decision } from '../src/moderation/model/decision.ts';
import { LogQuery } from '../src/moderation/model/log.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { checked, readJson } from '../src/platform/server/http/read-json.ts';
import { afterDecision } from '../src/moderation/server/after.ts';
import { decide } from '../src/moderation/server/decide.ts';
import { readDecisions } from '../src/moderation/server/log.ts';
import { decisionProblem } from '../src/moderation/server/refusal.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireModerator, requireStanding } from '../src/people/server/suspension.ts';

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
