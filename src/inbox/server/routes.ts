import { session } from '../../people/server/callers.ts';
import { database } from '../../platform/server/database.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
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
import { followingRoutes } from './routes-following.ts';
import { changeDelivery, readDelivery } from './store/delivery.ts';
import { chooseReviewMail, reviewMailOf } from './review-mail.ts';
import { markInboxRead } from './store/inbox.ts';

/** A person's notifications, how they reach them, and what they come from: what one follows, and does not mute. */
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

  // Asked for by every open page, once a minute at most, for the number beside the inbox's link.
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
