import type { Config } from '@netlify/functions';
import { FollowKind, followLimits } from '../src/people/model/follow.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { fullProblem } from '../src/people/server/http/full-problem.ts';
import { requireTarget } from '../src/inbox/server/target.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';
import { followSource, isFollowing, unfollowSource } from '../src/people/server/store/follows.ts';

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
