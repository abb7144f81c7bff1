import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { commentId } from '../src/server/http/comment-address.ts';
import { endpoint, type Handler } from '../src/server/http/endpoint.ts';
import { voteForComment } from '../src/server/marks.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';
import { requireStanding } from '../src/server/standing.ts';

const voting =
  (way: 'give' | 'take'): Handler =>
  async (request, context) => {
    const id = commentId(request, context);
    const { user } = await requireSession(request);
    const now = new Date();
    if (way === 'give') requireStanding(user, 'vote', now);
    await requireRate('votes', user.id);
    return Response.json(await voteForComment(database(), id, user.id, way, now));
  };

export default endpoint({ PUT: voting('give'), DELETE: voting('take') });

export const config: Config = { path: '/api/comments/:id/vote' };
