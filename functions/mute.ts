import type { Config } from '@netlify/functions';
import { MuteKind, followLimits } from '../src/people/model/follow.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { fullProblem } from '../src/people/server/http/full-problem.ts';
import { requireTarget } from '../src/inbox/server/target.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { muteSource, isMuting, unmuteSource } from '../src/people/server/store/follows.ts';

export default endpoint({
  async GET(request, context) {
    const { user } = await requireSession(request);
    const target = await requireTarget(database(), MuteKind, context, user);
    return Response.json({ muted: await isMuting(database(), user.id, target) });
  },

  async PUT(request, context) {
    const { user } = await requireSession(request);
    const now = new Date();
    await requireRate('follows', user.id);
    const target = await requireTarget(database(), MuteKind, context, user);
    const chosen = await muteSource(database(), user.id, target, now);
    if (!chosen.ok) throw fullProblem(`mute ${followLimits.mutes}`);
    return Response.json({ muted: true });
  },

  async DELETE(request, context) {
    const { user } = await requireSession(request);
    await unmuteSource(database(), user.id, await requireTarget(database(), MuteKind, context, user));
    return Response.json({ muted: false });
  },
});

export const config: Config = { path: '/api/mutes/:kind/:id' };
