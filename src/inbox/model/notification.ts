import * as z from 'zod';

/**
 * The reason for a notification, most specific first: if several apply to a person, they get one notification, for the first
 * of these. `comment`: on my note. `person`, `tag`, `thread`, `collection`: what I follow. `search`: what I look for.
 */
export const notificationKinds = [
  'moderation',
  'reply',
  'mention',
  'comment',
  'thread',
  'person',
  'tag',
  'collection',
  'search',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** How notifications of a kind are delivered. Everything sent by mail is in the inbox too. */
export const Delivery = z.enum(['off', 'inbox', 'digest', 'mail']);
export type Delivery = z.infer<typeof Delivery>;

/** The two kinds of notification mail: one mail for each notification, or one a day. */
export const MailBatch = z.enum(['mail', 'digest']);
export type MailBatch = z.infer<typeof MailBatch>;

/**
 * All mail that can be stopped by a link: `weekly` is about notes recommended to the person, `review` about highlights that
 * are due. Both are opt-in.
 */
export const MailKind = z.enum([...MailBatch.options, 'weekly', 'review']);
export type MailKind = z.infer<typeof MailKind>;

/** The kinds whose delivery a person may choose. Moderators' decisions are always delivered. */
export const settableKinds = [
  'reply',
  'mention',
  'comment',
  'thread',
  'person',
  'tag',
  'collection',
  'search',
] as const;
export const SettableKind = z.enum(settableKinds);
export type SettableKind = z.infer<typeof SettableKind>;

/** The default delivery: conversation by the daily digest, what is followed only in the inbox. */
export const defaultDelivery: Readonly<Record<NotificationKind, Delivery>> = {
  moderation: 'mail',
  reply: 'digest',
  mention: 'digest',
  comment: 'digest',
  thread: 'inbox',
  person: 'inbox',
  tag: 'inbox',
  collection: 'inbox',
  search: 'inbox',
};

/** How each kind is delivered to a person. */
export const DeliverySettings = z.record(SettableKind, Delivery);
export type DeliverySettings = z.infer<typeof DeliverySettings>;

/** A change of some of these settings. */
export const DeliveryPatch = z.strictObject({
  reply: Delivery.optional(),
  mention: Delivery.optional(),
  comment: Delivery.optional(),
  thread: Delivery.optional(),
  person: Delivery.optional(),
  tag: Delivery.optional(),
  collection: Delivery.optional(),
  search: Delivery.optional(),
});
export type DeliveryPatch = z.infer<typeof DeliveryPatch>;

/** The filters of an inbox. */
export const InboxFilter = z.enum(['all', 'unread', 'replies', 'mentions', 'following', 'searches', 'moderation']);
export type InboxFilter = z.infer<typeof InboxFilter>;

/** The kinds that a filter shows. */
export const kindsOf: Readonly<Record<InboxFilter, readonly NotificationKind[]>> = {
  all: notificationKinds,
  unread: notificationKinds,
  replies: ['reply', 'comment', 'thread'],
  mentions: ['mention'],
  following: ['person', 'tag', 'thread', 'collection'],
  searches: ['search'],
  moderation: ['moderation'],
};

export const inboxLimits = {
  /** How many notifications an inbox keeps; the oldest are removed. */
  kept: 10_000,
  page: 30,
  /** How many ids one call may mark as read. */
  marked: 500,
} as const;

/** The position after a page of the inbox. */
export const InboxCursor = z
  .string()
  .regex(/^\d{1,16}_[a-z]:[0-9a-f-]{36}$/, 'Send the cursor that the page before gave, unchanged.');

export const InboxQuery = z.strictObject({ cursor: InboxCursor.optional(), filter: InboxFilter.default('all') });
export type InboxQuery = z.infer<typeof InboxQuery>;

const NotificationId = z.string().regex(/^[a-z]:[0-9a-f-]{36}$/, 'Send ids that the inbox gave.');

/** Which notifications to mark as read: some, or all up to a time, or all. */
export const ReadMarks = z.union(
  [
    z.strictObject({
      ids: z.array(NotificationId).min(1).max(inboxLimits.marked, `Send at most ${inboxLimits.marked} ids at once.`),
    }),
    z.strictObject({ all: z.literal(true), until: z.iso.datetime().optional() }),
  ],
  { error: 'Send ids, or all: true.' },
);
export type ReadMarks = z.infer<typeof ReadMarks>;

/** Somebody who caused a notification. */
const Actor = z.object({ id: z.string(), handle: z.string(), name: z.string() });
type Actor = z.infer<typeof Actor>;

/**
 * One line of an inbox: notifications of one kind about one thing, newest first. `key` is the same for notifications that
 * belong together, whichever page they are on. `path` is that of the newest one. `excerpt` is the beginning of a comment, or
 * the text around a mention of the person.
 */
export const InboxGroup = z.object({
  key: z.string(),
  kind: NotificationKind,
  ids: z.array(z.string()),
  unread: z.array(z.string()),
  at: z.iso.datetime(),
  title: z.string(),
  path: z.string().nullable(),
  excerpt: z.string(),
  actors: z.array(Actor),
  /** The saved search that matches. */
  search: z.string().optional(),
  /** The public collection that it was added to. */
  collection: z.object({ name: z.string(), path: z.string() }).optional(),
});
export type InboxGroup = z.infer<typeof InboxGroup>;

/** A page of an inbox. `unread` counts all unread notifications, not only those of this page. */
export const InboxPage = z.object({
  groups: z.array(InboxGroup),
  unread: z.int().nonnegative(),
  next: z.string().nullable(),
});
export type InboxPage = z.infer<typeof InboxPage>;

export const UnreadCount = z.object({ unread: z.int().nonnegative() });

/**
 * A moderator made a decision about what `userId` wrote, or about their account. The inbox shows “{subject} was {action}:
 * {reason}”, so `subject` begins a sentence (`Your note “On keeping notes”`) and `action` ends it (`hidden`). `path` is a
 * page to go on to, such as the appeal.
 */
export type ModerationEvent = {
  kind: 'moderation';
  userId: string;
  action: string;
  subject: string;
  reason: string;
  path?: string | undefined;
};

/** How often highlights that are due are mailed. */
export const ReviewMail = z.strictObject({ every: z.enum(['never', 'daily', 'weekly']) });
export type ReviewMail = z.infer<typeof ReviewMail>;
