import { z } from 'zod';
import { session } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { fullProblem } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { Follow, FollowKind, followLimits, Mute, MuteKind } from '../model/follow.ts';
import { followsOf, mutesOf, requireTarget } from './follows.ts';
import { followSource, isFollowing, isMuting, muteSource, unfollowSource, unmuteSource } from './store/follows.ts';

const Following = z.object({ following: z.boolean() });
const Muted = z.object({ muted: z.boolean() });
const followed = 'a person (by handle or id), a tag or a thread';
const muted = 'a person, a tag or a site';

/** What one follows, and what one keeps out of one's lists, threads and inbox. */
export const followingRoutes = {
  'GET /api/follows': route({
    id: 'listFollows',
    summary: 'List what you follow, newest first.',
    who: session(),
    gives: { 200: z.object({ follows: z.array(Follow) }) },
    handle: async ({ caller }) => ({ follows: await followsOf(database(), caller.user.id) }),
  }),

  'GET /api/follows/{kind}/{id}': route({
    id: 'isFollowing',
    summary: `Check whether you follow ${followed}.`,
    who: session(),
    gives: { 200: Following },
    problems: [400, 404],
    async handle({ context, caller: { user } }) {
      const target = await requireTarget(database(), FollowKind, context, user);
      return { following: await isFollowing(database(), user.id, target) };
    },
  }),

  'PUT /api/follows/{kind}/{id}': route({
    id: 'follow',
    summary: `Follow ${followed}.`,
    who: session('follow'),
    rate: 'follows',
    gives: { 200: Following },
    problems: [400, 404, 409],
    async handle({ context, caller: { user }, now }) {
      const target = await requireTarget(database(), FollowKind, context, user);
      const chosen = await followSource(database(), user.id, target, now);
      if (!chosen.ok) throw fullProblem(`follow ${followLimits.follows}`);
      return { following: true };
    },
  }),

  'DELETE /api/follows/{kind}/{id}': route({
    id: 'unfollow',
    summary: `Stop following ${followed}.`,
    who: session(),
    gives: { 200: Following },
    problems: [400, 404],
    async handle({ context, caller: { user } }) {
      await unfollowSource(database(), user.id, await requireTarget(database(), FollowKind, context, user));
      return { following: false };
    },
  }),

  'GET /api/mutes': route({
    id: 'listMutes',
    summary: 'List what you mute, newest first.',
    who: session(),
    gives: { 200: z.object({ mutes: z.array(Mute) }) },
    handle: async ({ caller }) => ({ mutes: await mutesOf(database(), caller.user.id) }),
  }),

  'GET /api/mutes/{kind}/{id}': route({
    id: 'isMuting',
    summary: `Check whether you mute ${muted}.`,
    who: session(),
    gives: { 200: Muted },
    problems: [400, 404],
    async handle({ context, caller: { user } }) {
      const target = await requireTarget(database(), MuteKind, context, user);
      return { muted: await isMuting(database(), user.id, target) };
    },
  }),

  'PUT /api/mutes/{kind}/{id}': route({
    id: 'mute',
    summary: `Mute ${muted}.`,
    who: session(),
    rate: 'follows',
    gives: { 200: Muted },
    problems: [400, 404, 409],
    async handle({ context, caller: { user }, now }) {
      const target = await requireTarget(database(), MuteKind, context, user);
      const chosen = await muteSource(database(), user.id, target, now);
      if (!chosen.ok) throw fullProblem(`mute ${followLimits.mutes}`);
      return { muted: true };
    },
  }),

  'DELETE /api/mutes/{kind}/{id}': route({
    id: 'unmute',
    summary: `Stop muting ${muted}.`,
    who: session(),
    gives: { 200: Muted },
    problems: [400, 404],
    async handle({ context, caller: { user } }) {
      await unmuteSource(database(), user.id, await requireTarget(database(), MuteKind, context, user));
      return { muted: false };
    },
  }),
} satisfies Routes;
