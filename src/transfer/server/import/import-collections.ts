import { v5 as derivedUuid } from 'uuid';
import {
  appendToCollection,
  collectionsOf,
  deleteCollection,
  ensureCollections,
} from '../../../library/server/collections.ts';
import type { Collection, NewCollection } from '../../../library/model/collection.ts';
import { limits } from '../../../platform/model/limits.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { ImportVisibility } from '../../model/import.ts';
import type { ImportChoice } from '../../model/import-item.ts';
import { findImported } from '../store/import-findings.ts';
import type { PlannedEntry } from './planned-entry.ts';
import { asChosen, refused, type Chosen } from './import-sources.ts';
import { shortenedTo } from '../../../platform/model/text/plain-text.ts';

const namespace = '7b0f3c1e-6f2b-4f0e-9d1c-2f6f5a1e8c34';

/** The id that a collection of a file gets here, the same whenever it comes in. */
const idHere = (userId: string, there: string) => derivedUuid(`${userId} ${there}`, namespace);

type ToldCollection = Extract<ImportChoice, { kind: 'collection' }>;

/** What became of a collection of our own export, and by which name undoing finds it. */
export type CollectionChosen = Chosen & { done?: string };

/** Makes a collection of our own export again, with those of its notes that are here. One that is here gets what it lacks. */
export async function collectAgain(
  redis: Redis,
  userId: string,
  told: ToldCollection,
  { visibility, now }: { visibility: ImportVisibility; now: Date },
): Promise<CollectionChosen> {
  const { name, description, search } = told;
  const title = `Collection: ${name}`;
  const own = new Set((await collectionsOf(redis, userId)).map(({ id }) => id));
  const hereOf = (id: string) => (own.has(id) ? id : idHere(userId, id));
  const id = hereOf(told.id);
  const parent = told.parent === null ? null : hereOf(told.parent);
  const wanted = {
    ...{ id, name, description, search },
    visibility: visibility === 'kept' ? told.visibility : ('private' as const),
    parent: parent !== null && own.has(parent) ? parent : null,
  };
  const at = asChosen(told.at, now);
  const [asTold] = await ensureCollections(redis, userId, [wanted], at);
  const isCrowded = asTold?.ok === false && (asTold.reason === 'shown-full' || asTold.reason === 'smart-full');
  const [made] = isCrowded
    ? await ensureCollections(redis, userId, [{ ...wanted, visibility: 'private' }], at)
    : [asTold];
  if (!made) throw new Error('Nothing is known of a collection that was asked for.');
  if (!made.ok) return refused(title, why(made.reason));
  const { byId } = await findImported(redis, userId, {
    digests: [],
    ids: told.notes.map((uuid) => `commonplace:${uuid}`),
  });
  const notes = told.notes.map((uuid) => byId.get(`commonplace:${uuid}`) ?? uuid);
  const put = notes.length > 0 ? await appendToCollection(redis, userId, id, notes, now) : undefined;
  if (put?.ok === false) return refused(title, why(put.reason));
  if (!made.isNew) return { title, outcome: 'merged' };
  return { title, outcome: 'kept', done: `choice:collection:${id}`, ...(isCrowded && { says: keptPrivate }) };
}

const keptPrivate = `Imported as private: you already show others as many collections as anyone can, ${limits.collections.shown}, of which ${limits.collections.shownSmart} can be smart.`;

const why = (reason: string) =>
  reason === 'full' || reason === 'shown-full' || reason === 'smart-full'
    ? 'You have as many collections, or as many notes in this one, as anyone can. Remove some, then import it again.'
    : 'It changed while it was being imported. Import it again.';

/** Takes back a collection that an import made: its owner can bring it back as any other. */
export async function undoCollection(redis: Redis, userId: string, id: string, now: Date): Promise<void> {
  await deleteCollection(redis, userId, id, now);
}

const keyOf = (path: readonly string[]) => JSON.stringify(path);

/** The name of each level here: collections are nested once, so what is deeper goes by its path. */
function levelsOf(path: readonly string[]): string[] {
  const [top = '', ...below] = path;
  return [top, ...(below.length > 0 ? [below.join(' / ')] : [])].map(shortened);
}

function shortened(name: string): string {
  const { name: max } = limits.collections;
  const plain = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return shortenedTo(plain, max);
}

/** A person's collections, read once for all parts that one call takes. */
export type OwnCollections = () => Promise<Pick<Collection, 'id' | 'name' | 'parent' | 'search'>[]>;

export function ownCollections(redis: Redis, userId: string): OwnCollections {
  let read: ReturnType<OwnCollections> | undefined;
  return () => (read ??= collectionsOf(redis, userId));
}

/**
 * The collections of the folders of these entries, made where there are none of this name: gives each entry's, and which
 * are new. What there is no room for stays a tag alone.
 */
export async function collectionsOfFolders(
  redis: Redis,
  userId: string,
  { entries, collections }: { entries: readonly Pick<PlannedEntry, 'folders'>[]; collections: OwnCollections },
  now: Date,
): Promise<{ idsOf: (entry: Pick<PlannedEntry, 'folders'>) => string[]; made: string[] }> {
  const paths = new Map(entries.flatMap(({ folders = [] }) => folders).map((path) => [keyOf(path), path]));
  const ids = new Map<string, string>();
  const own = paths.size > 0 ? await collections() : [];
  const wanted: (NewCollection & { id: string })[] = [];
  const idOf = (name: string, parent: string | null, path: readonly string[]): string => {
    const derived = idHere(userId, `folder ${keyOf(path)}`);
    const known = [...own, ...wanted];
    const alike = known.find((one) => isNamed(one, name) && one.parent === parent && one.search === null);
    if (alike ?? known.some(({ id }) => id === derived)) return alike?.id ?? derived;
    wanted.push({ id: derived, name, parent, description: '', visibility: 'private', search: null });
    return derived;
  };
  for (const [key, path] of paths) {
    const [top = '', below] = levelsOf(path);
    const outer = idOf(top, null, path.slice(0, 1));
    ids.set(key, below === undefined ? outer : idOf(below, outer, path));
  }
  const ensured = await ensureCollections(redis, userId, wanted, now);
  const refusedIds = new Set(wanted.filter((_, at) => !ensured[at]?.ok).map(({ id }) => id));
  own.push(...wanted.filter(({ id }) => !refusedIds.has(id)));
  const made = wanted.flatMap(({ id }, at) => (ensured[at]?.ok && ensured[at].isNew ? [id] : []));
  const idsOf = ({ folders = [] }: Pick<PlannedEntry, 'folders'>) => [
    ...new Set(folders.flatMap((path) => ids.get(keyOf(path)) ?? []).filter((id) => !refusedIds.has(id))),
  ];
  return { idsOf, made };
}

const isNamed = (one: Pick<Collection, 'name'>, name: string) => one.name.toLowerCase() === name.toLowerCase();
