import type { Config } from '@netlify/functions';
import { database } from '../src/platform/server/database.ts';
import { commentId } from '../src/discussion/server/comment-address.ts';
import { endpoint, type Handler } from '../src/platform/server/http/endpoint.ts';
import { voteForComment } from '../src/library/server/viewer-state.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';
import { requireStanding } from '../src/people/server/suspension.ts';

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
