import { setImmediate as turn } from 'node:timers/promises';
import { feedLimits } from '../../feeds/model/feed.ts';
import { parentAndChildrenOf, type StoredCollection } from '../../library/model/collection.ts';
import { listShown, publicNotesOf, shownCollectionAt } from '../../library/server/collections.ts';
import { withLinks } from '../../notes/server/linked-note.ts';
import { newestWithRevisions, readNotes } from '../../notes/server/notes.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { isPersonHidden } from '../../people/model/permissions.ts';
import { authorOf, type Author, type User } from '../../people/model/user.ts';
import { findUserByHandle } from '../../people/server/people.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { readable } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { FeedNotes, PublishedNote, ShownCollection } from '../../reading/model/content.ts';
import { publishedNote } from '../../reading/server/prepared-note.ts';
import { matchedBy } from '../../search/model/saved.ts';
import { inParts } from '../../platform/model/parts.ts';

type Entry = { note: Note; author: Author };

/** The person with this current handle, unless they are hidden. */
async function seenPerson(redis: Redis, handle: string): Promise<User | undefined> {
  const user = await findUserByHandle(redis, handle);
  return user?.handle === handle && !isPersonHidden(user) ? user : undefined;
}

const shownOf = ({ ownerId: _, createdAt: __, ...collection }: StoredCollection) => collection as ShownCollection;

async function notesOf(
  redis: Redis,
  { id, search }: StoredCollection,
  owner: User,
  range: { from: number; count: number },
): Promise<{ total: number; notes: Entry[] }> {
  if (search === null) return publicNotesOf(redis, id, range);
  const found = await foundBy(redis, { id, search }, owner);
  return {
    total: found.length,
    notes: await ownPublic(redis, owner, found.slice(range.from, range.from + range.count)),
  };
}

async function ownPublic(redis: Redis, owner: User, uuids: string[]): Promise<Entry[]> {
  const author = authorOf(owner);
  const notes = await readNotes(redis, uuids);
  return notes.flatMap((note) =>
    note && 'visibility' in note && isPublic(note) && note.authorId === owner.id ? [{ note, author }] : [],
  );
}

/** By uuid: the revision of the owner's log at which a note was matched, and the result. */
type Matches = ReadonlyMap<string, { revision: number; answers: boolean }>;

/** The latest results in this process, so that repeated requests for a page do not read all of a person's notes again. */
const matchesBySearch = new Map<string, Promise<Matches>>();
const [searchesKept, notesAtOnce] = [200, 50];

/** Those of a person's newest public notes that match a search, newest first. Only changed notes are matched again. */
async function foundBy(redis: Redis, { id, search }: { id: string; search: string }, owner: User): Promise<string[]> {
  const { name, handle } = authorOf(owner);
  const key = JSON.stringify([id, search, name, handle]);
  const before = matchesBySearch.get(key);
  const now = (async () => matchChanged(redis, search, owner, await before?.catch(() => undefined)))();
  matchesBySearch.delete(key);
  matchesBySearch.set(key, now);
  const [oldest] = matchesBySearch.keys();
  if (matchesBySearch.size > searchesKept && oldest !== undefined) matchesBySearch.delete(oldest);
  return [...(await now)].flatMap(([uuid, { answers }]) => (answers ? [uuid] : []));
}

async function matchChanged(redis: Redis, search: string, owner: User, before: Matches = new Map()): Promise<Matches> {
  const newest = await newestWithRevisions(redis, owner.id, limits.collections.searched);
  const fresh = newest.filter(({ uuid, revision }) => before.get(uuid)?.revision !== revision);
  const answering = new Set<string>();
  const uuids = fresh.map(({ uuid }) => uuid);
  for (const some of inParts(uuids, notesAtOnce)) {
    for (const entry of await ownPublic(redis, owner, some)) {
      if (await matchedBy(entry)(search)) answering.add(entry.note.uuid);
      // There may be hundreds of long texts.
      await turn();
    }
  }
  const isFresh = new Set(fresh.map(({ uuid }) => uuid));
  return new Map(
    newest.map(({ uuid, revision }) => {
      const answers = isFresh.has(uuid) ? answering.has(uuid) : before.get(uuid)?.answers === true;
      return [uuid, { revision, answers }];
    }),
  );
}

/** The public collections of a person, in their order. */
export async function liveCollectionsOf(redis: Redis, handle: string): Promise<ShownCollection[]> {
  const user = await seenPerson(redis, handle);
  const [shown = []] = user ? await listShown(redis, [user.id]) : [];
  return shown.filter(({ visibility }) => visibility === 'public').map(shownOf);
}

/** A page of a visible collection, by its current address. */
export async function liveCollection(redis: Redis, { handle, slug, number }: Asked) {
  const owner = await seenPerson(redis, handle);
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || found?.slug !== slug) return undefined;
  const size = limits.pageSize;
  const { total, notes } = await notesOf(redis, found, owner, { from: (number - 1) * size, count: size });
  const near = parentAndChildrenOf(found, await liveCollectionsOf(redis, handle));
  return { collection: shownOf(found), author: authorOf(owner), near, total, notes };
}
type Asked = { handle: string; slug: string; number: number };

/** A note for a feed, with its links by title resolved. */
export async function feedNote(redis: Redis, { note, author }: Entry): Promise<PublishedNote> {
  const entry = await publishedNote(note, author);
  return { ...entry, html: await withLinks(redis, entry.html, { authorId: note.authorId, own: false }) };
}

export async function liveCollectionFeed(
  redis: Redis,
  { handle, slug }: Omit<Asked, 'number'>,
): Promise<FeedNotes | undefined> {
  const owner = await seenPerson(redis, handle);
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || found?.slug !== slug || found.visibility !== 'public') return undefined;
  const { notes } = await notesOf(redis, found, owner, { from: 0, count: feedLimits.entries });
  const whole = await Promise.all(notes.map((entry) => feedNote(redis, entry)));
  return { notes: whole, author: authorOf(owner), collection: shownOf(found) };
}

/** The current path of a collection that was requested at a former address; undefined for every other path. */
export async function movedCollection(redis: Redis, path: string): Promise<string | undefined> {
  const [, folder, handle = '', kind, last = '', ...rest] = path.split('/');
  if (folder !== 'u' || kind !== 'c') return undefined;
  const [, slug = '', ending = ''] = /^(.*?)(\.md)?$/.exec(readable(last)) ?? [];
  const owner = await seenPerson(redis, readable(handle));
  const found = owner && (await shownCollectionAt(redis, owner.id, slug));
  if (!owner || !found || found.slug === slug) return undefined;
  return [paths.collection(owner.handle, found.slug) + ending, ...rest].join('/');
}
