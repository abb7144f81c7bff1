import { v5 as derivedUuid } from 'uuid';
import {
  appendToCollection,
  collectionIdsOf,
  deleteCollection,
  ensureCollections,
} from '../../../library/server/collections.ts';
import type { Collection, NewCollection } from '../../../library/model/collection.ts';
import { limits } from '../../../platform/model/limits.ts';
import { countedOf, grouped } from '../../../platform/model/counted.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { ImportVisibility } from '../../model/import.ts';
import type { ImportChoice } from '../../model/import-item.ts';
import { collectionLevels, taggedBy } from '../../model/note-of-item.ts';
import { findImported } from '../store/import-findings.ts';
import type { PartContext } from './import-belongings.ts';
import type { CollectionsTurn, OwnCollection } from './own-collections.ts';
import { shortened, type PlannedEntry } from './planned-entry.ts';
import { notInFuture, refused, type ChoiceResult } from './import-sources.ts';

const namespace = '7b0f3c1e-6f2b-4f0e-9d1c-2f6f5a1e8c34';

/** The id here of a file's collection, the same each time it is imported. */
const importedId = (userId: string, there: string) => derivedUuid(`${userId} ${there}`, namespace);

type ExportedCollection = Extract<ImportChoice, { kind: 'collection' }>;

/** What became of a collection of our own export. `done`: the name by which undoing finds it. */
export type ImportedCollection = ChoiceResult & { done?: string };

/** Makes a collection of our own export, with its notes that are here. An existing one gets the notes that it lacks. */
export async function importCollection(
  redis: Redis,
  userId: string,
  exported: ExportedCollection,
  { visibility, now }: { visibility: ImportVisibility; now: Date },
): Promise<ImportedCollection> {
  const { name, description, search } = exported;
  const title = `Collection: ${name}`;
  const own = new Set(await collectionIdsOf(redis, userId));
  const idHere = (id: string) => (own.has(id) ? id : importedId(userId, id));
  const id = idHere(exported.id);
  const parent = exported.parent === null ? null : idHere(exported.parent);
  const wanted = {
    ...{ id, name, description, search },
    visibility: visibility === 'kept' ? exported.visibility : ('private' as const),
    parent: parent !== null && own.has(parent) ? parent : null,
  };
  const at = notInFuture(exported.at, now);
  const [asExported] = await ensureCollections(redis, userId, [wanted], at);
  // If the person already shows as many as allowed, it is made private.
  const isLimitReached =
    asExported?.ok === false && (asExported.reason === 'shown-full' || asExported.reason === 'smart-full');
  const [made] = isLimitReached
    ? await ensureCollections(redis, userId, [{ ...wanted, visibility: 'private' }], at)
    : [asExported];
  if (!made) throw new Error('Nothing is known of a collection that was asked for.');
  if (!made.ok) return refused(title, why(made.reason));
  const { byId } = await findImported(redis, userId, {
    digests: [],
    ids: exported.notes.map((uuid) => `commonplace:${uuid}`),
  });
  const notes = exported.notes.map((uuid) => byId.get(`commonplace:${uuid}`) ?? uuid);
  const put = notes.length > 0 ? await appendToCollection(redis, userId, id, notes, now) : undefined;
  if (put?.ok === false) return refused(title, why(put.reason));
  const missing = put?.refused.length ?? 0;
  const left = missing > 0 ? { leftOut: [`${countedOf(missing, 'note')} not found here`] } : {};
  if (!made.isNew) return { title, outcome: 'merged', ...left };
  const says = isLimitReached ? { says: keptPrivate } : {};
  return { title, outcome: 'kept', done: `choice:collection:${id}`, ...says, ...left };
}

const keptPrivate = `Imported as private: you already show others as many collections as anyone can, ${limits.collections.shown}, of which ${limits.collections.shownSmart} can be smart.`;

const why = (reason: string) =>
  reason === 'full' || reason === 'shown-full' || reason === 'smart-full'
    ? 'You have as many collections, or as many notes in this one, as anyone can. Remove some, then import it again.'
    : 'It changed while it was being imported. Import it again.';

/** Deletes a collection that an import made. Its owner can restore it like any other. */
export async function undoCollection(redis: Redis, userId: string, id: string, now: Date): Promise<void> {
  await deleteCollection(redis, userId, id, now);
}

const keyOf = (path: readonly string[]) => JSON.stringify(path);

/**
 * Makes the collections for these entries' folders, unless there is one of that name. If there is no room for one, its
 * entries get it as a tag. Gives the collections of each entry and the ids of new ones, also of those that an earlier try
 * made `since` the import began and left empty.
 */
export async function collectionsOfFolders(
  redis: Redis,
  userId: string,
  { entries, collections, since }: { entries: readonly WithFolders[]; collections: CollectionsTurn; since: string },
  now: Date,
): Promise<{
  idsOf: (entry: Pick<PlannedEntry, 'folders'>) => string[];
  made: string[];
}> {
  const paths = new Map(inOrder(entries.flatMap(({ folders = [] }) => folders)).map((path) => [keyOf(path), path]));
  const ids = new Map<string, string>();
  const own = paths.size > 0 ? await collections.inTurn(collections.read) : [];
  // One entry may have tens of thousands of folders, so none is compared with all others.
  const there = new Set(own.map(({ id }) => id));
  const listed = own.filter(({ search }) => search === null).toReversed();
  const byPlace = new Map<string, OwnCollection>(listed.map((one) => [placeOf(one), one]));
  const wanted: (NewCollection & { id: string })[] = [];
  const unfilled = new Set<string>();
  const refusedIds = new Set<string>();
  const idOf = (name: string, parent: string | null, path: readonly string[]): string => {
    const derived = importedId(userId, `folder ${keyOf(path)}`);
    const alike = byPlace.get(placeOf({ name, parent }));
    if (alike?.id === derived && alike.notes === 0 && (alike.createdAt ?? '') >= since) unfilled.add(derived);
    if (alike ?? there.has(derived)) return alike?.id ?? derived;
    const collection = { id: derived, name, parent, description: '', visibility: 'private' as const, search: null };
    there.add(derived);
    byPlace.set(placeOf(collection), collection);
    // Nobody may have more, and the store would refuse each of them.
    if (own.length >= limits.collections.count) refusedIds.add(derived);
    else {
      wanted.push(collection);
      // Added at once: the next part looks for its folders before these are made.
      own.push(collection);
    }
    return derived;
  };
  for (const [key, path] of paths) {
    const [top = '', below] = collectionLevels(path).map(({ name }) => name);
    const outer = idOf(top, null, path.slice(0, 1));
    ids.set(key, below === undefined ? outer : idOf(below, outer, path));
  }
  const ensured = wanted.length > 0 ? await ensureCollections(redis, userId, wanted, now) : [];
  for (const [at, { id }] of wanted.entries()) if (!ensured[at]?.ok) refusedIds.add(id);
  for (let at = own.length - 1; at >= 0; at -= 1) if (refusedIds.has(own[at]?.id ?? '')) own.splice(at, 1);
  const fresh = wanted.flatMap(({ id }, at) => (ensured[at]?.ok && ensured[at].isNew ? [id] : []));
  const idOfFolder = (path: readonly string[]) => {
    const id = ids.get(keyOf(path));
    return id !== undefined && refusedIds.has(id) ? undefined : id;
  };
  const idsOf = ({ folders = [] }: Pick<PlannedEntry, 'folders'>) => [
    ...new Set(folders.flatMap((path) => idOfFolder(path) ?? [])),
  ];
  for (const entry of entries) {
    const left = (entry.folders ?? []).filter((path) => idOfFolder(path) === undefined);
    if (left.length > 0)
      Object.assign(entry, taggedByFolders(entry, left, 'You have as many collections as anyone can'));
  }
  return { idsOf, made: [...fresh, ...unfilled] };
}

/**
 * Folders in the order of the file if it lists one after the other, as a person ordered them. A table has them in the order of
 * its rows, which says nothing: then by name.
 */
function inOrder(all: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const tops = all.map(([top]) => top).filter((top, at, every) => top !== every[at - 1]);
  if (new Set(tops).size === tops.length) return all;
  const { compare } = new Intl.Collator('en', { numeric: true });
  const paths = new Map(all.map((path) => [path.join('\n'), path]));
  return [...paths].sort(([one], [other]) => compare(one, other)).map(([, path]) => path);
}

type WithFolders = Pick<PlannedEntry, 'folders'> &
  Partial<Pick<PlannedEntry, 'note' | 'says' | 'aside' | 'leftOut' | 'importedFields'>>;

/** An entry with these folders as tags, for there is no room for it in collections, and `why`. */
function taggedByFolders<One extends WithFolders>(entry: One, left: readonly string[][], why: string): One {
  const { says = [], aside = [], leftOut = [], importedFields = {} } = entry;
  const { note, rest } = entry.note ? taggedBy(entry.note, left) : { note: undefined, rest: left };
  const namesOf = (paths: readonly string[][]) => paths.map((path) => path.join(' / '));
  const { folders } = importedFields;
  const beside = new Set<unknown>(Array.isArray(folders) ? folders : []);
  const [kept, lost] = [
    namesOf(rest).filter((name) => beside.has(name)),
    namesOf(rest).filter((name) => !beside.has(name)),
  ];
  const became = [
    ['became a tag', namesOf(left.filter((path) => !rest.includes(path)))],
    ['is kept beside it', kept],
    ['was left out', lost],
  ] as const;
  const folder = became.flatMap(([what, names]) =>
    names.length > 0 ? [`its folder ${what}: ${shortened(names).join(', ')}`] : [],
  );
  return {
    ...entry,
    ...(note && { note }),
    says: [...says, `${why}, so ${folder.join('; ')}.`],
    aside: namesOf(left).some((name) => beside.has(name)) ? [...aside, 'folders'] : aside,
    leftOut: [...leftOut, ...shortened(lost).map((name) => `the folder ${name}`)],
  };
}

const collectionFull = `A collection holds at most ${grouped(limits.collections.notes)} notes`;

/**
 * The collections that an entry's note, which is in those it `had`, goes into. A folder whose collection is full becomes a
 * tag of the `entry`.
 */
export function intoCollections<One extends WithFolders>(
  { to, into }: Pick<PartContext, 'to' | 'into'>,
  entry: One,
  uuid: string,
  had: readonly string[] = [],
): { entry: One; collections: string[] } {
  const collections: string[] = [];
  const full: string[][] = [];
  for (const path of entry.folders ?? []) {
    for (const id of to.collectionsOf({ folders: [path] })) {
      if (had.includes(id) || collections.includes(id)) continue;
      const notes = into.get(id) ?? new Set();
      if (notes.size >= (to.roomIn.get(id) ?? Number.POSITIVE_INFINITY)) full.push(path);
      else {
        into.set(id, notes.add(uuid));
        collections.push(id);
      }
    }
  }
  return { entry: full.length > 0 ? taggedByFolders(entry, full, collectionFull) : entry, collections };
}

const placeOf = ({ name, parent }: Pick<Collection, 'name' | 'parent'>) => `${parent ?? ''} ${name.toLowerCase()}`;
