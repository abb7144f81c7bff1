import { feedLimits } from '../../feeds/model/feed.ts';
import { nearOf, type StoredCollection } from '../../library/model/collection.ts';
import { collectionsOf, publicNotesOf, shownCollectionAt } from '../../library/server/collections.ts';
import { readNotesPage } from '../../notes/server/notes.ts';
import type { Note } from '../../notes/model/note.ts';
import { isOutOfSight } from '../../people/model/suspension.ts';
import { authorOf, type Author, type User } from '../../people/model/user.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { readable } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { FeedNotes, ShownCollection } from '../../reading/model/content.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { matching } from '../../search/model/saved.ts';

type Entry = { note: Note; author: Author };

/** The person with this present handle, while what they show is in sight. */
async function seenPerson(redis: Redis, handle: string): Promise<User | undefined> {
  const user = await findUserByHandle(redis, handle);
  return user?.handle === handle && !isOutOfSight(user) ? user : undefined;
}

const shownOf = ({ ownerId: _, createdAt: __, ...collection }: StoredCollection) => collection as ShownCollection;

async function notesOf(
  redis: Redis,
  { id, ownerId, search }: StoredCollection,
  range: { from: number; count: number },
): Promise<{ total: number; notes: Entry[] }> {
  if (search === null) return publicNotesOf(redis, id, range);
  const { notes } = await readNotesPage(redis, { author: ownerId }, { from: 0, count: limits.collections.searched });
  const found = await matching(search, notes, ({ note, author }) => publishedNote(note, author));
  return { total: found.length, notes: found.slice(range.from, range.from + range.count) };
}

/** The public collections of a person, in their order. */
export async function liveCollectionsOf(redis: Redis, handle: string): Promise<ShownCollection[]> {
  const user = await seenPerson(redis, handle);
  const own = user ? await collectionsOf(redis, user.id) : [];
  return own.flatMap(({ order: _, notes: __, createdAt: ___, visibility, ...one }) =>
    visibility === 'public' ? [{ ...one, visibility }] : [],
  );
}

/** A page of a collection that its owner shows, by its present address. */
export async function liveCollection(redis: Redis, { handle, slug, number }: Asked) {
  const owner = await seenPerson(redis, handle);
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || found?.slug !== slug) return undefined;
  const size = limits.pageSize;
  const { total, notes } = await notesOf(redis, found, { from: (number - 1) * size, count: size });
  const near = nearOf(found, await liveCollectionsOf(redis, handle));
  return { collection: shownOf(found), author: authorOf(owner), near, total, notes };
}
type Asked = { handle: string; slug: string; number: number };

export async function liveCollectionFeed(
  redis: Redis,
  { handle, slug }: Omit<Asked, 'number'>,
): Promise<FeedNotes | undefined> {
  const owner = await seenPerson(redis, handle);
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || found?.slug !== slug || found.visibility !== 'public') return undefined;
  const { notes } = await notesOf(redis, found, { from: 0, count: feedLimits.entries });
  const whole = await Promise.all(notes.map(({ note, author }) => publishedNote(note, author)));
  return { notes: whole, author: authorOf(owner), collection: shownOf(found) };
}

/** Where a collection is now that was asked for at a former address; undefined for every other path. */
export async function movedCollection(redis: Redis, path: string): Promise<string | undefined> {
  const [, folder, handle = '', kind, last = '', ...rest] = path.split('/');
  if (folder !== 'u' || kind !== 'c') return undefined;
  const [, slug = '', ending = ''] = /^(.*?)(\.md)?$/.exec(readable(last)) ?? [];
  const owner = await seenPerson(redis, readable(handle));
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || !found || found.slug === slug) return undefined;
  return [paths.collection(owner.handle, found.slug) + ending, ...rest].join('/');
}
