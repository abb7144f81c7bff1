import type { Config } from '@netlify/functions';
import { FollowKind } from '../src/domain/follow.ts';
import { mostWishes, WishChange, WishKind } from '../src/domain/for-you/wish.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { namedBy, requireTarget } from '../src/server/http/target.ts';
import { requireRate } from '../src/server/rates.ts';
import { dropWish, putWish } from '../src/server/store/wishes.ts';

export default endpoint({
  async PUT(request, context) {
    const user = await requireCaller(request, 'write');
    const { way } = await readJson(request, WishChange, 1024);
    await requireRate('wishes', user.id);
    const { kind } = namedBy(WishKind, context);
    // A note is named as its thread is.
    const params = { ...context.params, kind: kind === 'note' ? 'thread' : kind };
    const { id } = await requireTarget(database(), FollowKind, { ...context, params }, user);
    const put = await putWish(database(), user.id, way, { kind, id }, new Date());
    if (!put.ok) throw full();
    return Response.json({ way });
  },

  async DELETE(request, context) {
    const user = await requireCaller(request, 'write');
    // What was said is taken back by the id in the list, also of what is gone meanwhile.
    await dropWish(database(), user.id, namedBy(WishKind, context));
    return Response.json({ way: null });
  },
});

function full(): HttpError {
  const detail = `Nothing was changed: you asked for more or less of ${mostWishes} things already, which is as much as anyone may. Take one back first.`;
  return new HttpError(409, 'Conflict', detail);
}

export const config: Config = { path: '/api/for-you/wishes/:kind/:id' };
