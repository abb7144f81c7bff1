import {
  putAuthor,
  putNote,
  putComments,
  putUnprepared,
  removeNote,
  preparedNotes,
  type PrepareNotes,
  type WrittenNote,
} from './snapshot/write.ts';
import { newestComments, readTops } from '../../discussion/server/threads.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { placeCollections, putCollection, removeCollection, type SyncedCollection } from './snapshot/collections.ts';
import type { StoredCollection } from '../../library/model/collection.ts';
import { listShown, readShown, uuidsOf } from '../../library/server/collections.ts';
import { isPersonHidden } from '../../people/model/permissions.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { isPublished } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import { authorsById, type Author } from '../../people/model/user.ts';
import type { ReadNote } from '../../reading/server/prepared-note.ts';
import { changesSince, headRevision, type Change } from '../../platform/server/store/changes.ts';
import { readFormerTitles, readNotes } from '../../notes/server/notes.ts';
import { titleTarget } from '../../notes/model/markdown.ts';
import { readUsers } from '../../people/server/people.ts';

const batchSize = 200;
const batchesAhead = 3;

/** What others can see of each person's collections now, in their order, and the ids of those that changed. */
type CollectionsNow = { changed: ReadonlySet<string>; shown: ReadonlyMap<string, StoredCollection[]> };
/**
 * The notes as they are now: those to show, and the uuids of those to remove, among them those that are published and could
 * not be prepared (`failed`).
 */
type NotesNow = { entries: WrittenNote[]; gone: string[]; failed: string[]; authors: Map<string, Author> };
type Batch = NotesNow & { revision: number; users: string[]; collections: CollectionsNow };

/**
 * The changes after a revision in batches, with the notes prepared. Several batches are under way, so that threads that
 * prepare notes have work while one is written. Reading ahead misses nothing: what changes later is in the log again,
 * further on.
 */
async function* batchesAfter(redis: Redis, revision: number, prepare: PrepareNotes): AsyncGenerator<Batch> {
  const underWay: Promise<Batch>[] = [];
  let from = revision;
  for (let ended = false; ;) {
    while (!ended && underWay.length < batchesAhead) {
      const changes = await changesSince(redis, from, batchSize);
      const last = changes.at(-1);
      ended = last === undefined;
      if (!last) break;
      from = last.revision;
      const batch = batchOf(redis, { changes, revision: from, prepare });
      // The consumer gets the failure when it awaits the batch. Until then, nothing handles it.
      batch.catch(() => undefined);
      underWay.push(batch);
    }
    const next = underWay.shift();
    if (!next) return;
    yield await next;
  }
}

async function batchOf(
  redis: Redis,
  { changes, revision, prepare }: { changes: Change[]; revision: number; prepare: PrepareNotes },
): Promise<Batch> {
  const idsOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
  const users = idsOf('user');
  const collections = await collectionsNow(redis, idsOf('collection'), users);
  const notes = await notesNow(redis, { uuids: idsOf('note'), users: [...collections.shown.keys()], prepare });
  return { ...notes, revision, users, collections };
}

/** After a change of a person, they may have become hidden or visible, with everything that they show. */
async function collectionsNow(redis: Redis, ids: string[], users: string[]): Promise<CollectionsNow> {
  const owners = (await readShown(redis, ids)).flatMap((one) => (one ? [one.ownerId] : []));
  const people = [...new Set([...users, ...owners])];
  const found = people.length > 0 ? await readUsers(redis, people) : [];
  const seen = people.filter((_, at) => found[at] && !isPersonHidden(found[at]));
  const shown = await listShown(redis, seen);
  const shownBy = new Map(people.map((id) => [id, [] as StoredCollection[]]));
  for (const [at, id] of seen.entries()) shownBy.set(id, shown[at] ?? []);
  return { changed: new Set(ids), shown: shownBy };
}

/** The uuids of collections that are in memory at one time: each collection may have ten thousand. */
const uuidsAhead = 20_000;

/**
 * The collections that a batch puts into the current snapshot: those that changed, and those that it lacks although
 * others can see them. In portions, since their content is read only here.
 */
async function* collectionsToPut(
  redis: Redis,
  snapshot: Snapshot,
  { changed, shown }: CollectionsNow,
): AsyncGenerator<SyncedCollection[]> {
  let [portion, size]: [SyncedCollection[], number] = [[], 0];
  for (const [ownerId, collections] of shown) {
    const known = new Set(snapshot.collectionsOf(ownerId));
    for (const [place, collection] of collections.entries()) {
      if (known.has(collection.id) && !changed.has(collection.id)) continue;
      const uuids = collection.search === null ? await uuidsOf(redis, collection.id) : [];
      portion.push({ collection, uuids, place });
      size += uuids.length + 1;
      if (size >= uuidsAhead) {
        yield portion;
        [portion, size] = [[], 0];
      }
    }
  }
  if (portion.length > 0) yield portion;
}

/** The ids of collections that others can no longer see. */
function collectionsGone(snapshot: Snapshot, { changed, shown }: CollectionsNow): string[] {
  const kept = new Set([...shown.values()].flat().map(({ id }) => id));
  const known = [...shown.keys()].flatMap((ownerId) => snapshot.collectionsOf(ownerId));
  return [...new Set([...changed, ...known])].filter((id) => !kept.has(id));
}

async function notesNow(
  redis: Redis,
  { uuids, users, prepare }: { uuids: string[]; users: string[]; prepare: PrepareNotes },
): Promise<NotesNow> {
  const found = await readNotes(redis, uuids);
  const published = found.filter((note): note is Note => !!note && 'visibility' in note && isPublished(note));
  const [authors, tops] = await Promise.all([
    readAuthors(redis, [...new Set([...published.map((note) => note.authorId), ...users])]),
    readTops(
      redis,
      published.map((note) => note.uuid),
    ),
  ]);
  const read = published.flatMap((note, index): ReadNote[] => {
    const author = authors.get(note.authorId);
    return author ? [{ note, author, top: tops[index] }] : [];
  });
  const former = new Map(
    (
      await readFormerTitles(
        redis,
        read.map(({ note }) => note.uuid),
      )
    ).map((titles, at) => [read[at]?.note.uuid, titles]),
  );
  const entries = (await prepare(read)).map(({ names, ...entry }) => {
    const titles = (former.get(entry.row.uuid) ?? []).map((title) => titleTarget(entry.row.author, title));
    return { ...entry, names: { ...names, former: titles } };
  });
  const kept = new Set(entries.map(({ row }) => row.uuid));
  const failed = read.map(({ note }) => note.uuid).filter((uuid) => !kept.has(uuid));
  return { entries, gone: uuids.filter((uuid) => !kept.has(uuid)), failed, authors };
}

async function readAuthors(redis: Redis, ids: string[]): Promise<Map<string, Author>> {
  const users = ids.length > 0 ? await readUsers(redis, ids) : [];
  return authorsById(users);
}

export type SyncReport = { revision: number; set: number; removed: number; fromScratch: boolean };

/**
 * Updates the snapshot from the store's change log, reading only what changed since the last sync. What is computed from
 * its notes (`computeRelated` and `index`) is updated separately. `origin` identifies the store and the code that
 * renders: if it differs from the last sync's, or if the store is older than the snapshot, because an earlier copy of it
 * was put in its place, everything is read and rendered from scratch.
 */
export async function syncPublished(
  redis: Redis,
  snapshot: Snapshot,
  origin: string,
  prepare: PrepareNotes = preparedNotes,
): Promise<SyncReport> {
  const fromScratch = snapshot.origin() !== origin || (await headRevision(redis)) < snapshot.revision();
  if (fromScratch) snapshot.restart(origin);
  const report = { revision: snapshot.revision(), set: 0, removed: 0, fromScratch };
  const unprepared = await prepareAgain(redis, snapshot, prepare);
  for await (const batch of batchesAfter(redis, report.revision, prepare)) {
    const { entries, gone, failed, authors, comments } = await withThoseNaming(redis, snapshot, { batch, prepare });
    for (const uuid of [...gone, ...entries.map(({ row }) => row.uuid)]) unprepared.delete(uuid);
    for (const uuid of failed) unprepared.add(uuid);
    const at = report.revision;
    // If a sync ends here, the next one begins with the same batch, to which these make no difference.
    for await (const portion of collectionsToPut(redis, snapshot, batch.collections)) {
      snapshot.advance({ from: at, to: at }, (step) => {
        for (const author of authors) putAuthor(step, author);
        for (const one of portion) putCollection(step, one);
      });
    }
    const goneCollections = collectionsGone(snapshot, batch.collections);
    snapshot.advance({ from: at, to: batch.revision }, (step) => {
      for (const author of authors) putAuthor(step, author);
      for (const uuid of gone) removeNote(step, uuid);
      for (const entry of entries) putNote(step, entry);
      for (const page of comments) putComments(step, page);
      for (const id of goneCollections) removeCollection(step, id);
      for (const shown of batch.collections.shown.values()) placeCollections(step, shown);
      putUnprepared(step, unprepared);
    });
    report.revision = batch.revision;
    report.set += entries.length;
    report.removed += gone.length;
  }
  await snapshot.matchCollections();
  return report;
}

/** Prepares the notes that an earlier sync could not prepare, and gives those that still fail. */
async function prepareAgain(redis: Redis, snapshot: Snapshot, prepare: PrepareNotes): Promise<Set<string>> {
  const uuids = snapshot.unprepared();
  if (uuids.length === 0) return new Set();
  const { entries, failed, authors } = await notesNow(redis, { uuids, users: [], prepare });
  const at = snapshot.revision();
  snapshot.advance({ from: at, to: at }, (step) => {
    for (const author of authors.values()) putAuthor(step, author);
    for (const entry of entries) putNote(step, entry);
    putUnprepared(step, failed);
  });
  return new Set(failed);
}

/**
 * What a batch changes in the current snapshot. A note with a comment by a changed person shows their name, so it is read
 * as well.
 */
async function withThoseNaming(
  redis: Redis,
  snapshot: Snapshot,
  { batch, prepare }: { batch: Batch; prepare: PrepareNotes },
) {
  const { users, gone, entries, failed, authors } = batch;
  const read = new Set([...gone, ...entries.map(({ row }) => row.uuid)]);
  const uuids = snapshot.notesMentioning(users).filter((uuid) => !read.has(uuid));
  const naming = await notesNow(redis, { uuids, users: [], prepare });
  return {
    entries: [...entries, ...naming.entries],
    gone: [...gone, ...naming.gone],
    failed: [...failed, ...naming.failed],
    authors: [...new Map([...authors, ...naming.authors]).values()],
    comments: await newestComments(redis, users),
  };
}
