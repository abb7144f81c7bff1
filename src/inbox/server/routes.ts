import * as z from 'zod';
import { session } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { fullProblem } from '../../platform/server/http/problem.ts';
import { route, type Routes, type CallsOf } from '../../platform/server/http/route.ts';
import { Follow, FollowKind, followLimits, Mute, MuteKind } from '../model/follow.ts';
import { followsOf, mutesOf, requireTarget } from './follows.ts';
import { followSource, isFollowing, isMuting, muteSource, unfollowSource, unmuteSource } from './store/follows.ts';
import {
  DeliveryPatch,
  DeliverySettings,
  InboxPage,
  InboxQuery,
  ReviewMail,
  ReadMarks,
  UnreadCount,
} from '../model/notification.ts';
import { inboxPage, unreadCount } from './inbox.ts';
import { changeDelivery, readDelivery } from './store/delivery.ts';
import { chooseReviewMail, reviewMailOf } from './review-mail.ts';
import { markInboxRead } from './store/inbox.ts';

const Following = z.object({ following: z.boolean() });
const Muted = z.object({ muted: z.boolean() });
const followed = 'a person (by handle or id), a tag or a thread';
const muted = 'a person, a tag or a site';

/** Following, and muting, which hides things from one's lists, threads and inbox. */
const followingRoutes = {
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

/** A person's notifications, how they are delivered, and what the person follows and mutes. */
export const inboxRoutes = {
  ...followingRoutes,

  'GET /api/inbox': route({
    id: 'readInbox',
    summary: 'List your notifications, newest first, grouped by kind and subject.',
    who: session(),
    query: InboxQuery,
    gives: { 200: InboxPage },
    handle: ({ caller, query, now }) => inboxPage(database(), caller.user.id, query, now),
  }),

  'GET /api/inbox/review': route({
    id: 'readReviewMail',
    summary: 'Get how often highlights due for review are emailed to you.',
    who: session(),
    gives: { 200: ReviewMail },
    handle: async ({ caller }) => ({ every: await reviewMailOf(database(), caller.user.id) }),
  }),

  'PUT /api/inbox/review': route({
    id: 'chooseReviewMail',
    summary: 'Have highlights due for review emailed to you daily, weekly or never.',
    who: session(),
    body: ReviewMail,
    maxBytes: 1024,
    gives: { 200: ReviewMail },
    async handle({ caller, body, now }) {
      await chooseReviewMail(database(), caller.user.id, body.every, now);
      return body;
    },
  }),

  // Every open page asks for the number beside the inbox's link, at most once a minute.
  'GET /api/inbox/unread': route({
    id: 'countUnread',
    summary: 'Get how many unread notifications you have.',
    who: session(),
    gives: { 200: UnreadCount },
    handle: async ({ caller, now }) => ({ unread: await unreadCount(database(), caller.user.id, now) }),
  }),

  'POST /api/inbox/read': route({
    id: 'markRead',
    summary: 'Mark notifications as read: by their ids, or all up to a given time.',
    who: session(),
    body: ReadMarks,
    gives: { 200: UnreadCount },
    handle: async ({ caller, body }) => ({ unread: await markInboxRead(database(), caller.user.id, body) }),
  }),

  'GET /api/inbox/settings': route({
    id: 'readDelivery',
    summary: 'Get how each kind of notification reaches you.',
    who: session(),
    gives: { 200: DeliverySettings },
    handle: ({ caller }) => readDelivery(database(), caller.user.id),
  }),

  'PATCH /api/inbox/settings': route({
    id: 'changeDelivery',
    summary: 'Change how some kinds of notifications reach you.',
    who: session(),
    body: DeliveryPatch,
    maxBytes: 4 * 1024,
    gives: { 200: DeliverySettings },
    async handle({ caller, body, now }) {
      await changeDelivery(database(), caller.user.id, body, now);
      return readDelivery(database(), caller.user.id);
    },
  }),
} satisfies Routes;

export type InboxCalls = CallsOf<typeof inboxRoutes>;
