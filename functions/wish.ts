import type { Config } from '@netlify/functions';
import { mostWishes, WishChange, WishKind } from '../src/recommendations/model/feedback.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { wishTarget } from '../src/recommendations/server/feedback.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { fullProblem } from '../src/people/server/http/full-problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { namedBy, required } from '../src/inbox/server/target.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { dropWish, putWish } from '../src/recommendations/server/store/feedback.ts';

export default endpoint({
  async PUT(request, context) {
    const user = await requireCaller(request, 'write');
    const { way } = await readJson(request, WishChange, 1024);
    await requireRate('wishes', user.id);
    const named = namedBy(WishKind, context);
    const target = required(named.kind, await wishTarget(database(), named, user));
    const put = await putWish(database(), user.id, way, target, new Date());
    if (!put.ok) throw fullProblem(`asked for more or less of ${mostWishes} things`);
    return Response.json({ way });
  },

  async DELETE(request, context) {
    const user = await requireCaller(request, 'write');
    const named = namedBy(WishKind, context);
    const target = await wishTarget(database(), named, user);
    // What is gone meanwhile is taken back by the id that it has in the list.
    await dropWish(database(), user.id, target.ok ? target : named);
    return Response.json({ way: null });
  },
});

export const config: Config = { path: '/api/for-you/wishes/:kind/:id' };
