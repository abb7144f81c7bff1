import { z } from 'zod';

/**
 * Why something is in an inbox, the closest to the person first: what concerns someone in several ways comes once, for
 * the first of these reasons. `comment`: on my note. `person`, `tag`, `thread`, `collection`: what I follow. `search`: what I look for.
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

/** Where notifications of a kind arrive. Whatever comes by mail is in the inbox too. */
export const Delivery = z.enum(['off', 'inbox', 'digest', 'mail']);
export type Delivery = z.infer<typeof Delivery>;

/** The two ways of mail: each notification at once, or all of a day together. */
export const MailBatch = z.enum(['mail', 'digest']);
export type MailBatch = z.infer<typeof MailBatch>;

/**
 * Whatever mail a person can end by its link: `weekly` tells of what was published for them, `review` of highlights that are
 * due. Both are asked for.
 */
export const MailKind = z.enum([...MailBatch.options, 'weekly', 'review']);
export type MailKind = z.infer<typeof MailKind>;

/** The kinds whose delivery a person decides; what moderators decide always arrives. */
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

/** What holds until a person chooses otherwise: conversation by the daily digest, what is followed in the inbox alone. */
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

/** How each kind reaches a person. */
export const DeliverySettings = z.record(SettableKind, Delivery);
export type DeliverySettings = z.infer<typeof DeliverySettings>;

/** What a person sends to change some of them. */
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

/** What an inbox may be narrowed to. */
export const InboxFilter = z.enum(['all', 'unread', 'replies', 'mentions', 'following', 'searches', 'moderation']);
export type InboxFilter = z.infer<typeof InboxFilter>;

/** The kinds that a filter lets through. */
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
  /** An inbox keeps this many notifications; older ones make room. */
  kept: 10_000,
  page: 30,
  /** How many ids one call may mark as read. */
  marked: 500,
} as const;

/** Where a page of the inbox ended. */
export const InboxCursor = z
  .string()
  .regex(/^\d{1,16}_[a-z]:[0-9a-f-]{36}$/, 'Send the cursor that the page before gave, unchanged.');

export const InboxQuery = z.strictObject({ cursor: InboxCursor.optional(), filter: InboxFilter.default('all') });
export type InboxQuery = z.infer<typeof InboxQuery>;

const NotificationId = z.string().regex(/^[a-z]:[0-9a-f-]{36}$/, 'Send ids that the inbox gave.');

/** What marks as read: some notifications, or all that arrived until a moment (all there are, without one). */
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

/** Someone who did something, as an inbox names them. */
const Actor = z.object({ id: z.string(), handle: z.string(), name: z.string() });
type Actor = z.infer<typeof Actor>;

/**
 * One line of an inbox: notifications of one kind about one thing, newest first. `key` is the same for what belongs
 * together, on whichever page. `path` leads to the newest of them. `excerpt` is how it begins, or what a note says where
 * it mentions the person.
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
  /** The saved search that it answers. */
  search: z.string().optional(),
  /** The public collection that it came into. */
  collection: z.object({ name: z.string(), path: z.string() }).optional(),
});
export type InboxGroup = z.infer<typeof InboxGroup>;

/** A page of an inbox. `unread` counts all notifications that are not read, on every page. */
export const InboxPage = z.object({
  groups: z.array(InboxGroup),
  unread: z.int().nonnegative(),
  next: z.string().nullable(),
});
export type InboxPage = z.infer<typeof InboxPage>;

export const UnreadCount = z.object({ unread: z.int().nonnegative() });

/**
 * A moderator decided something about `userId`'s writing or standing. The inbox says “{subject} was {action}: {reason}”,
 * so `subject` begins a sentence (`Your note “On keeping notes”`) and `action` ends it (`hidden`). `path` leads on, such
 * as to the appeal.
 */
export type ModerationEvent = {
  kind: 'moderation';
  userId: string;
  action: string;
  subject: string;
  reason: string;
  path?: string | undefined;
};

/** How often highlights that are due come by mail. */
export const ReviewMail = z.strictObject({ every: z.enum(['never', 'daily', 'weekly']) });
export type ReviewMail = z.infer<typeof ReviewMail>;
