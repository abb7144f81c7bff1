import { grouped } from '../../platform/model/counted.ts';
import type { InboxGroup, NotificationKind } from './notification.ts';

/** Appends a further page of groups. Notifications that belong to an existing group are merged into it. */
export function withPage(groups: readonly InboxGroup[], page: readonly InboxGroup[]): InboxGroup[] {
  const joined = new Map(groups.map((group) => [group.key, group]));
  for (const group of page) {
    const known = joined.get(group.key);
    joined.set(group.key, known ? together(known, group) : group);
  }
  return [...joined.values()];
}

function together(newer: InboxGroup, older: InboxGroup): InboxGroup {
  const known = new Set(newer.actors.map(({ id }) => id));
  return {
    ...newer,
    ids: [...new Set([...newer.ids, ...older.ids])],
    unread: [...new Set([...newer.unread, ...older.unread])],
    actors: [...newer.actors, ...older.actors.filter(({ id }) => !known.has(id))],
  };
}

/** Groups after these notifications were read; without ids, after all were read. */
export function markedRead(groups: readonly InboxGroup[], ids?: readonly string[]): InboxGroup[] {
  const read = ids && new Set(ids);
  return groups.map((group) => ({ ...group, unread: read ? group.unread.filter((id) => !read.has(id)) : [] }));
}

/** `Ada`, `Ada and Ben`, `Ada, Ben and 3 others`. `mayGrow`: whether there may be more others than these. */
export function namesOf(actors: readonly { name: string; handle: string }[], mayGrow = false): string {
  const names = actors.map(({ name, handle }) => name || `@${handle}`);
  const [first = 'Someone', second] = names;
  if (second === undefined) return first;
  if (names.length === 2) return `${first} and ${second}`;
  if (mayGrow) return `${first}, ${second} and others`;
  const others = names.length - 2;
  return `${first}, ${second} and ${others === 1 ? 'one other' : `${others} others`}`;
}

type Words = (who: string, count: string) => string;
const several = (what: string) => (who: string, count: string) => `${count} ${what} by ${who}`;
const words: Record<NotificationKind, { one: Words; many: Words }> = {
  reply: { one: (who) => `${who} replied to you`, many: several('replies to you') },
  mention: { one: (who) => `${who} mentioned you`, many: several('mentions') },
  comment: { one: (who) => `${who} commented on your note`, many: several('comments on your note') },
  thread: { one: (who) => `${who} commented in a thread you follow`, many: several('comments') },
  person: { one: (who) => `${who} published`, many: several('notes') },
  tag: { one: (who) => `${who} published with a tag you follow`, many: several('notes') },
  collection: {
    one: () => 'New in a collection you follow',
    many: (_, count) => `${count} notes in a collection you follow`,
  },
  search: { one: (who) => `${who} published something you’re looking for`, many: several('notes you’re looking for') },
  moderation: { one: () => 'A moderator’s decision', many: () => 'Moderators’ decisions' },
};

/**
 * What happened, for the line above the title: `3 replies to you by Ada and Ben`. `mayGrow`: whether pages that are not
 * loaded may have more of them, as in `3+ replies`.
 */
export function groupSummary(
  { kind, ids, actors, search, collection }: Pick<InboxGroup, 'kind' | 'ids' | 'actors' | 'search' | 'collection'>,
  mayGrow = false,
): string {
  const count = `${grouped(ids.length)}${mayGrow ? '+' : ''}`;
  if (search !== undefined) {
    return `${ids.length === 1 ? 'A new note matches' : `${count} new notes match`} “${search}”`;
  }
  if (collection) return `${ids.length === 1 ? 'New' : `${count} new notes`} in “${collection.name}”`;
  const said = words[kind];
  return ids.length === 1 ? said.one(namesOf(actors), '1') : said.many(namesOf(actors, mayGrow), count);
}
