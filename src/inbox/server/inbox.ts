import { paths } from '../../platform/model/paths.ts';
import { inboxLimits, type InboxGroup, type InboxPage, type InboxQuery } from '../model/notification.ts';
import { excerptOf } from '../../notes/server/markdown/markdown.ts';
import { readDelivery } from './store/delivery.ts';
import { readInbox, readNotifications, type InboxListing, type Listed } from './store/inbox.ts';
import { listSearches } from './store/saved-searches.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export { unreadCount } from './store/inbox.ts';

/** A page of a person's inbox: notifications of one kind about one thing together, where the newest of them stands. */
export async function inboxPage(redis: Redis, userId: string, query: InboxQuery, now: Date): Promise<InboxPage> {
  const listing = await readInbox(redis, userId, { ...query, limit: inboxLimits.page }, now);
  return { groups: inboxGroups(listing), unread: listing.unread, next: listing.next };
}

/** All that a person has here: how they are told of what, what they were told, and the searches that they saved. */
export async function inboxDataOf(redis: Redis, userId: string) {
  const [notifications, inbox, searches] = await Promise.all([
    readDelivery(redis, userId),
    readNotifications(redis, userId),
    listSearches(redis, userId),
  ]);
  return { notifications, inbox, searches };
}

/** The lines of an inbox, from the notifications in it. */
export function inboxGroups(listing: InboxListing): InboxGroup[] {
  const groups = new Map<string, InboxGroup>();
  for (const listed of listing.items) {
    const key = keyOf(listed);
    const group = groups.get(key);
    if (group) extend(group, listed, listing);
    else groups.set(key, groupOf(key, listed, listing));
  }
  return [...groups.values()];
}

/** What belongs together: what people said about one note, what answers one search. Other notes and decisions stand alone. */
function keyOf({ id, kind, item }: Listed): string {
  if (kind === 'search' && item.search) return `search:${item.search.id}`;
  return item.comment === undefined ? id : `${kind}:${item.note}`;
}

function groupOf(key: string, listed: Listed, listing: InboxListing): InboxGroup {
  const { kind, item, at, id, unread } = listed;
  const group = { key, kind, ids: [id], unread: unread ? [id] : [], at: new Date(at).toISOString() };
  const actor = actorOf(listed, listing);
  const actors = actor ? [actor] : [];
  if (item.decided) {
    const { subject, action, reason, path = paths.user } = item.decided;
    return { ...group, title: `${subject} was ${action}`, path, excerpt: reason, actors };
  }
  const note = listing.notes.get(item.note ?? '');
  const comment = item.comment === undefined ? undefined : listing.comments.get(item.comment);
  const path = note ? (comment ? paths.comment(note.uuid, comment.id) : paths.note(note)) : null;
  const said = comment?.body ?? (kind === 'mention' ? note?.said : undefined);
  const search = kind === 'search' && item.search ? { search: item.search.query } : {};
  return {
    ...group,
    title: note?.title ?? '',
    path,
    excerpt: said ? excerptOf(said) : '',
    actors,
    ...search,
  };
}

function extend(group: InboxGroup, listed: Listed, listing: InboxListing): void {
  group.ids.push(listed.id);
  if (listed.unread) group.unread.push(listed.id);
  const actor = actorOf(listed, listing);
  if (actor && !group.actors.some(({ id }) => id === actor.id)) group.actors.push(actor);
}

function actorOf({ item }: Listed, { people }: InboxListing): InboxGroup['actors'][number] | undefined {
  const person = people.get(item.by ?? '');
  return person && { id: person.id, handle: person.handle, name: person.name };
}
