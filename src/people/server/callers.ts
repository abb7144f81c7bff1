import type { TokenScope } from '../model/api-token.ts';
import type { User } from '../model/user.ts';
import type { Who } from '../../platform/server/http/route.ts';
import { requireCaller } from './caller.ts';
import { readSessionUser, requireSession, type LiveSession } from './session.ts';
import { requireModerator, requireOwner, requireNotSuspended, type Doing } from './suspension.ts';

/** Who may make a call of the API: the values of `who` in tables of routes. */

/** Anyone; limits count where the call comes from. */
export const anyone: Who<undefined> = { find: () => undefined, countedBy: (_, { client }) => client };

/** Anyone, with the session of whoever is signed in. */
export const visitor: Who<LiveSession | undefined> = {
  find: (request) => readSessionUser(request),
  countedBy: (_, { client }) => client,
};

/** Whoever is signed in on this site and, where `doing` says what they are about to do, is not suspended from it. */
export function session(doing?: Doing): Who<LiveSession> {
  return {
    signedIn: true,
    ...(doing && { problems: [403] }),
    async find(request, _, now) {
      const live = await requireSession(request);
      if (doing) requireNotSuspended(live.user, doing, now);
      return live;
    },
    countedBy: ({ user }) => user.id,
  };
}

/** The same, or a program of theirs whose personal token allows so much. */
export function token(scope: TokenScope, doing?: Doing): Who<User> {
  return {
    signedIn: true,
    scope,
    ...(doing && { problems: [403] }),
    async find(request, _, now) {
      const user = await requireCaller(request, scope);
      if (doing) requireNotSuspended(user, doing, now);
      return user;
    },
    countedBy: ({ id }) => id,
  };
}

/** Whoever moderates here. */
export function moderator(doing?: Doing): Who<LiveSession> {
  return only(requireModerator, doing);
}

/** Whoever owns the installation. */
export const owner: Who<LiveSession> = only(requireOwner);

function only(required: (user: User) => void, doing?: Doing): Who<LiveSession> {
  return {
    signedIn: true,
    problems: [403],
    async find(request, _, now) {
      const live = await requireSession(request);
      required(live.user);
      if (doing) requireNotSuspended(live.user, doing, now);
      return live;
    },
    countedBy: ({ user }) => user.id,
  };
}
