import type { z } from 'zod';
import type { FollowKind, MuteKind } from '../model/follow.ts';
import type { User } from '../../people/model/user.ts';
import { targetOf, type Target } from './follows.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError, readable } from '../../platform/server/http/problem.ts';

type TargetKind = FollowKind | MuteKind | 'note' | 'site';

const missing: Record<TargetKind, string> = {
  person: 'There is nobody with this handle.',
  tag: 'This is no tag: a tag is made of letters, digits, "-", "+", "#" and ".".',
  thread: 'There is no such note, or not everyone may read it.',
  note: 'There is no such note, or it is not yours to read.',
  site: 'This is no site: give its host, such as example.org.',
};

/** What `…/:kind/:id` says, whether there is such a thing or not. Throws HttpError 404 for another kind. */
export function namedBy<Kind>(kinds: z.ZodType<Kind>, { params }: CallContext): { kind: Kind; id: string } {
  const kind = kinds.safeParse(params['kind']);
  if (!kind.success) throw new HttpError(404, 'Not Found', 'There is nothing of this kind.');
  return { kind: kind.data, id: readable(params['id'] ?? '') };
}

/** What `…/:kind/:id` names. Throws HttpError 404 for what does not exist, 400 for oneself. */
export async function requireTarget<Kind extends FollowKind | MuteKind>(
  redis: Redis,
  kinds: z.ZodType<Kind>,
  context: CallContext,
  user: User,
): Promise<{ kind: Kind; id: string }> {
  const { kind, id } = namedBy(kinds, context);
  return required(kind, await targetOf(redis, kind, id, user));
}

/** What was named, where there is such a thing. Throws HttpError 404 for what does not exist, 400 for oneself. */
export function required<Kind extends TargetKind>(kind: Kind, target: Target<Kind>): { kind: Kind; id: string } {
  if (target.ok) return { kind, id: target.id };
  if (target.reason === 'self') throw new HttpError(400, 'Bad Request', 'That is you. Choose someone else.');
  throw new HttpError(404, 'Not Found', missing[kind]);
}
