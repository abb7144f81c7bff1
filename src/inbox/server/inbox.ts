import { paths } from '../../platform/model/paths.ts';
import { inboxLimits, type InboxGroup, type InboxPage, type InboxQuery } from '../model/notification.ts';
import { excerptOf } from '../../notes/server/markdown/markdown.ts';
import { isPersonHidden } from '../../people/model/permissions.ts';
import { readUsers } from '../../people/server/people.ts';
import { readShown } from '../../library/server/collections.ts';
import { readDelivery } from './store/delivery.ts';
import { readInbox, readNotifications, type InboxListing, type Listed } from './store/inbox.ts';
import { listSearches } from './store/saved-searches.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

export { unreadCount } from './store/inbox.ts';

/** A page of a person's inbox. Notifications of one kind about one thing are grouped, in the place of the newest. */
export async function inboxPage(redis: Redis, userId: string, query: InboxQuery, now: Date): Promise<InboxPage> {
  const listing = await readInbox(redis, userId, { ...query, limit: inboxLimits.page }, now);
  return { groups: await inboxGroups(redis, listing), unread: listing.unread, next: listing.next };
}

/** All inbox data of a person: delivery settings, notifications and saved searches. */
export async function inboxDataOf(redis: Redis, userId: string) {
  const [notifications, inbox, searches] = await Promise.all([
    readDelivery(redis, userId),
    readNotifications(redis, userId),
    listSearches(redis, userId),
  ]);
  return { notifications, inbox, searches };
}

/** Groups the notifications of an inbox into its lines. */
export async function inboxGroups(redis: Redis, listing: InboxListing): Promise<InboxGroup[]> {
  const collections = await collectionsIn(redis, listing);
  const groups = new Map<string, InboxGroup>();
  for (const listed of listing.items) {
    const key = keyOf(listed);
    const group = groups.get(key);
    if (group) extend(group, listed, listing);
    else groups.set(key, groupOf(key, listed, listing, collections));
  }
  return [...groups.values()];
}

/** Groups comments on one note, results of one search, and additions to one collection. Other notifications are not grouped. */
function keyOf({ id, kind, item }: Listed): string {
  if (kind === 'search' && item.search) return `search:${item.search.id}`;
  if (kind === 'collection' && item.collection) return `collection:${item.collection.id}`;
  return item.comment === undefined ? id : `${kind}:${item.note}`;
}

type Named = NonNullable<InboxGroup['collection']>;

/** The public collections in a listing, with their current names. */
async function collectionsIn(redis: Redis, { items }: InboxListing): Promise<Map<string, Named>> {
  const refs = items.flatMap(({ item }) => item.collection ?? []);
  if (refs.length === 0) return new Map();
  const [ids, ownerIds] = [[...new Set(refs.map(({ id }) => id))], [...new Set(refs.map(({ ownerId }) => ownerId))]];
  const [collections, owners] = await Promise.all([readShown(redis, ids), readUsers(redis, ownerIds)]);
  return new Map(
    collections.flatMap((collection) => {
      const owner = owners.find((one) => one?.id === collection?.ownerId);
      if (collection?.visibility !== 'public' || !owner || isPersonHidden(owner)) return [];
      return [[collection.id, { name: collection.name, path: paths.collection(owner.handle, collection.slug) }]];
    }),
  );
}

function groupOf(
  key: string,
  listed: Listed,
  listing: InboxListing,
  collections: ReadonlyMap<string, Named>,
): InboxGroup {
  const { kind, item, at, id, unread } = listed;
  const group = { key, kind, ids: [id], unread: unread ? [id] : [], at: new Date(at).toISOString() };
  const actor = actorOf(listed, listing);
  const actors = actor ? [actor] : [];
  if (item.decided) {
    const { subject, action, reason, path = null } = item.decided;
    return { ...group, title: `${subject} was ${action}`, path, excerpt: reason, actors };
  }
  const note = listing.notes.get(item.note ?? '');
  const comment = item.comment === undefined ? undefined : listing.comments.get(item.comment);
  const path = note ? (comment ? paths.comment(note.uuid, comment.id) : paths.note(note)) : null;
  const said = comment?.body ?? (kind === 'mention' ? note?.said : undefined);
  const search = kind === 'search' && item.search ? { search: item.search.query } : {};
  const collection = collections.get(item.collection?.id ?? '');
  return {
    ...group,
    title: note?.title ?? '',
    path,
    excerpt: said ? excerptOf(said) : '',
    actors,
    ...search,
    ...(collection && { collection }),
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
