import * as z from 'zod';
import { fanOutLine } from '../../model/follow.ts';
import { authorsById } from '../../../people/model/user.ts';
import { InboxCursor, kindsOf, NotificationKind, type InboxFilter, type ReadMarks } from '../../model/notification.ts';
import { nextDigest } from '../../model/digest-time.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { countUnread, deliverAll, listInbox, markAllRead, markRead, readWholeInbox } from './inbox-scripts.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import type { Author } from '../../../people/model/user.ts';

/** What a notification points to: a note, a comment and its author, a matching search, a collection, or a moderator's decision. */
const InboxItem = z.object({
  note: z.string().optional(),
  comment: z.string().optional(),
  by: z.string().optional(),
  search: z.object({ id: z.string(), query: z.string() }).optional(),
  collection: z.object({ id: z.string(), ownerId: z.string() }).optional(),
  decided: z
    .object({ action: z.string(), subject: z.string(), reason: z.string(), path: z.string().optional() })
    .optional(),
});
type InboxItem = z.infer<typeof InboxItem>;

/** One notification for one or more people. `at` in milliseconds; `about`: what it can be muted by (see mutableParts). */
export type Notice = { kind: NotificationKind; id: string; at: number; item: InboxItem; about: readonly string[] };

const clock = (now: Date) => ({ now: now.getTime(), nextDigest: nextDigest(now).getTime() });

/** A notification for some people (user ids), or for all followers of a source except its author. */
export type Delivery = Notice & ({ to: readonly string[] } | { followersOf: string; except: string; line?: number });

function packed(delivery: Delivery): (string | number)[] {
  const { kind, id, at, item, about } = delivery;
  const [except, line, names] =
    'to' in delivery
      ? ['', '', delivery.to]
      : [delivery.except, delivery.line ?? fanOutLine, [keys.followers(delivery.followersOf)]];
  return [kind, id, at, JSON.stringify(item), JSON.stringify(about), except, line, names.length, ...names];
}

/**
 * Delivers notifications in their order and in one step. If a source has more than `line` followers, it is not delivered
 * (`fetched`): they pull it when they open their inboxes. Returns for each notification how many people got it anew, and
 * whether any mail is due.
 */
export async function deliverNotices(
  redis: Redis,
  deliveries: readonly Delivery[],
  now: Date,
): Promise<{ told: (number | 'fetched')[]; isMailDue: boolean }> {
  if (deliveries.length === 0) return { told: [], isMailDue: false };
  const [counts, due] = await deliverAll(redis, { ...clock(now), notices: deliveries.flatMap(packed) });
  return { told: counts.map((count) => (count < 0 ? 'fetched' : count)), isMailDue: due === 1 };
}

/** A person's number of unread notifications, after pulling from large sources, in one round trip. */
export function unreadCount(redis: Redis, userId: string, now: Date): Promise<number> {
  return countUnread(redis, { unread: keys.inboxUnread(userId), user: userId, ...clock(now) });
}

const StoredNotice = z.string().transform((text, context) => {
  const [kind = '', json = ''] = [text.slice(0, text.indexOf('|')), text.slice(text.indexOf('|') + 1)];
  const parsed = z.object({ kind: NotificationKind, item: jsonOf(InboxItem) }).safeParse({ kind, item: json });
  if (parsed.success) return parsed.data;
  context.addIssue(`The inbox holds ${text}.`);
  return z.NEVER;
});

const ListedComment = jsonOf(z.object({ id: z.string(), body: z.string() }));

/** One notification as listed: `at` in milliseconds. */
export type Listed = { id: string; at: number; unread: boolean; kind: NotificationKind; item: InboxItem };

export interface InboxListing {
  items: Listed[];
  /** `said`: the Markdown around a mention of the person, if the note is listed for that. */
  notes: Map<string, { uuid: string; title: string; slug: string; authorId: string; said: string }>;
  comments: Map<string, { id: string; body: string }>;
  people: Map<string, Author>;
  unread: number;
  next: string | null;
}

/**
 * A page of notifications, newest first, with the notes, comments and people that they point to, in one round trip.
 * Unreadable ones are left out. With a filter a page may be short or empty, and still have a next one.
 */
export async function readInbox(
  redis: Redis,
  userId: string,
  query: { cursor?: string | undefined; filter: InboxFilter; limit: number },
  now: Date,
): Promise<InboxListing> {
  const [score = '', id = ''] = query.cursor ? InboxCursor.parse(query.cursor).split('_') : [];
  const [nextScore, nextId, unread, items, notes, comments, people] = await listInbox(redis, {
    inbox: keys.inbox(userId),
    unreadKey: keys.inboxUnread(userId),
    itemsKey: keys.inboxItems(userId),
    user: userId,
    ...clock(now),
    max: query.limit,
    score,
    last: id,
    filter: query.filter,
    kinds: kindsOf[query.filter],
  });
  return {
    items: items.map(([of, at, mark, text]) => ({ id: of, at, unread: mark === '1', ...StoredNotice.parse(text) })),
    notes: new Map(
      notes.map(([uuid, title, slug, authorId, said]) => [
        uuid,
        { uuid, title, slug, authorId, said: said.replace(/\uFFFD+$/, '') },
      ]),
    ),
    comments: new Map(comments.map((text) => ListedComment.parse(text)).map((comment) => [comment.id, comment])),
    people: authorsById(people),
    unread,
    next: nextId === '' ? null : `${nextScore}_${nextId}`,
  };
}

/** Marks notifications as read in one step, and returns the number of unread ones. Unknown ids change nothing. */
export function markInboxRead(redis: Redis, userId: string, marks: ReadMarks): Promise<number> {
  if ('ids' in marks) return markRead(redis, { unread: keys.inboxUnread(userId), ids: marks.ids });
  return markAllRead(redis, {
    unread: keys.inboxUnread(userId),
    last: marks.until === undefined ? '+inf' : Date.parse(marks.until),
  });
}

/** A person's notifications, oldest first, as references to what they are about. Unreadable ones are left out. */
export async function readNotifications(redis: Redis, userId: string) {
  const found = await readWholeInbox(redis, {
    inbox: keys.inbox(userId),
    unreadKey: keys.inboxUnread(userId),
    items: keys.inboxItems(userId),
  });
  return found.flatMap(([id, at, unread, text]) => {
    const [kind = '', json = ''] = [text.slice(0, text.indexOf('|')), text.slice(text.indexOf('|') + 1)];
    const item = jsonOf(InboxItem).safeParse(json);
    return item.success ? [{ id, kind, at: new Date(at).toISOString(), unread: unread === 1, ...item.data }] : [];
  });
}
