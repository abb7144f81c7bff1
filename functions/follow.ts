import type { Config } from '@netlify/functions';
import { FollowKind, followLimits } from '../src/domain/follow.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { fullProblem } from '../src/server/http/full-problem.ts';
import { requireTarget } from '../src/server/http/target.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';
import { requireStanding } from '../src/server/standing.ts';
import { followSource, isFollowing, unfollowSource } from '../src/server/store/follows.ts';

export default endpoint({
  async GET(request, context) {
    const { user } = await requireSession(request);
    const target = await requireTarget(database(), FollowKind, context, user);
    return Response.json({ following: await isFollowing(database(), user.id, target) });
  },

  async PUT(request, context) {
    const { user } = await requireSession(request);
    const now = new Date();
    requireStanding(user, 'follow', now);
    await requireRate('follows', user.id);
    const target = await requireTarget(database(), FollowKind, context, user);
    const chosen = await followSource(database(), user.id, target, now);
    if (!chosen.ok) throw fullProblem(`follow ${followLimits.follows}`);
    return Response.json({ following: true });
  },

  async DELETE(request, context) {
    const { user } = await requireSession(request);
    await unfollowSource(database(), user.id, await requireTarget(database(), FollowKind, context, user));
    return Response.json({ following: false });
  },
});

export const config: Config = { path: '/api/follows/:kind/:id' };
