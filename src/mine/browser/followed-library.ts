import type { DeviceFiles } from '../../platform/browser/device-database.ts';
import { openOwnIndex, type OwnIndex } from '../../search/model/own/own-index.ts';
import { readChangesTogether, type ChangesAfter } from './change-log.ts';
import type { Members } from '../model/library-facets.ts';
import { Library } from '../model/library-columns.ts';
import { findInLibrary, membersOf, type LibraryOwner } from '../model/library-find.ts';
import { resolveQuery, documentOf, matchPlaceOf, type IndexQuery } from '../model/library-found.ts';
import { smartCollectionsOf } from '../../search/model/own/collection-searches.ts';
import type { Collection } from '../../library/model/collection.ts';
import type {
  LibraryChanges,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  LibraryTexts,
  Passages,
} from '../model/library.ts';

/** Names of the files that hold a library's rows and its owner, in addition to those of its index. */
const rowPrefix = 'row:';
const ownerName = 'owner';
/** Which store the log is from, and whether it was read to its end; after that the device can answer by itself. */
const followedName = 'followed';
/** When the log was last read to its end. */
const askedName = 'asked';
/** The person's collections, as a page last received them; queries name them. */
const collectionsName = 'collections';
/** The version of the stored form. A library stored in an earlier form is built again. */
const formVersion = 3;
/** Files with an item's text, highlights and comments, so that passages can be shown without a request. */
const textsPrefix = 'said:';
/** How many characters of a text are stored for that. */
const writtenCharacters = 5000;

const smartMs = 25;

/** The changes of one part of the log, for tabs that have the library as it was before. */
export interface LibraryStep {
  before: number;
  upTo: number;
  items: LibraryItem[];
  gone: string[];
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

/** The id of the person whose library the device has; undefined if it has none. */
export async function ownerOf(database: DeviceFiles): Promise<string | undefined> {
  const [known] = await database.read([ownerName]);
  const [of, owner] = known ? String(decode(known)).split(' ') : [];
  return of === String(formVersion) ? owner : undefined;
}

/**
 * A person's library on their device: its rows in memory and an index of all texts, kept up to date by the account's change
 * log. Each part of the log is one write, so an interrupted build continues where it stopped.
 */
export async function openFollowedLibrary(
  database: DeviceFiles,
  owner: string,
  pause?: () => Promise<void> | undefined,
) {
  if ((await ownerOf(database)) !== owner) await begin();
  let index: OwnIndex = openOwnIndex(database, pause ? { pause } : {});
  let upTo = 0;
  let followed: { store?: string; complete: boolean } = { complete: false };
  let askedAt: string | undefined;
  let collections: readonly Collection[] | undefined;
  let library = new Library();
  /** By smart collection: the items that its search finds in the library at present. */
  let smart = new Map<string, Members>();
  await load();

  /** Removes the library of the previous person at this device. */
  async function begin(): Promise<void> {
    await database.clear();
    await database.write(new Map([[ownerName, encode(`${formVersion} ${owner}`)]]), []);
  }

  async function load(): Promise<void> {
    upTo = (await index.state()).upTo;
    const [was, asked, named] = await database.read([followedName, askedName, collectionsName]);
    followed = was ? (decode(was) as typeof followed) : { complete: false };
    askedAt = asked ? (decode(asked) as string) : undefined;
    collections = named ? (decode(named) as Collection[]) : undefined;
    library = new Library((await database.all(rowPrefix)).map((row) => decode(row) as LibraryItem));
    smart = new Map();
  }

  function apply(step: LibraryStep): void {
    library.change(step.items, step.gone);
    upTo = step.upTo;
    smart = new Map();
  }

  const scoredFor = async ({ words, within }: IndexQuery) =>
    words === '' ? undefined : index.search(words, { within, upTo });

  /**
   * Searches for the items of smart collections after a change. An answer waits at most `smartMs` for that; collections
   * that are still missing then are searched for with the next answer.
   */
  async function smartNow(oneself: LibraryOwner | undefined): Promise<ReadonlyMap<string, Members>> {
    const until = performance.now() + smartMs;
    const now = smart;
    for (const { id, search } of smartCollectionsOf(collections ?? [])) {
      if (now.has(id)) continue;
      if (performance.now() > until) break;
      const asked = resolveQuery({ q: search, reverse: false, cursor: 0, count: 1 }, collections ?? []);
      now.set(id, membersOf(library, asked.q, { scored: await scoredFor(asked), collections, oneself }));
    }
    return now;
  }

  return {
    owner,
    get upTo() {
      return upTo;
    },
    /** Whether the log has been read to its end at least once. */
    get complete() {
      return followed.complete;
    },
    /** The time up to which nothing is missing (ISO 8601); undefined if that is not known yet. */
    get askedAt() {
      return askedAt;
    },
    /** Undefined until a page has provided them. */
    get collections() {
      return collections;
    },
    get size() {
      return library.size;
    },

    /** Applies the next part of the log. `more`: whether another follows. A part that changes nothing has no step. */
    async follow(changesAfter: ChangesAfter): Promise<{ more: boolean; step?: LibraryStep }> {
      if ((await index.state()).upTo !== upTo) await load();
      const part = await readChangesTogether(changesAfter, upTo);
      // The log names its store and its person. Somebody else may have signed in meanwhile.
      if (part.store.split(' ').at(-1) !== owner) throw new Error('The log is of another person.');
      if (part.upTo < upTo || (followed.store !== undefined && followed.store !== part.store)) {
        // The account has a different log from the one followed so far: it was restored from a backup.
        await begin();
        index = openOwnIndex(database, pause ? { pause } : {});
        await load();
        return { more: true };
      }
      if (!part.more) askedAt = new Date().toISOString();
      if (part.items.length === 0 && part.gone.length === 0 && part.upTo === upTo && followed.complete) {
        await database.write(new Map([[askedName, encode(askedAt)]]), []);
        return { more: part.more };
      }
      const now = { store: part.store, complete: !part.more };
      const step = { before: upTo, upTo: part.upTo, items: part.items.map(({ item }) => item), gone: part.gone };
      await index.update(
        part.items.map(({ item, ...texts }) => documentOf(item, texts)),
        part.gone,
        part.upTo,
        {
          files: new Map([
            ...step.items.map((item) => [rowPrefix + item.note.uuid, encode(item)] as const),
            ...part.items.map(textsFile),
            [followedName, encode(now)] as const,
            ...(part.more ? [] : [[askedName, encode(askedAt)] as const]),
          ]),
          removed: step.gone.flatMap((uuid) => [rowPrefix + uuid, textsPrefix + uuid]),
        },
      );
      apply(step);
      followed = now;
      return { more: part.more, step };
    },

    /** Merges segments of the index; false if there are few. */
    tidy: async () => index.tidy(),

    /** Removes all of it from the device. */
    forget: async () => database.clear(),

    /** Applies what another tab read from the log. */
    async hear(step: LibraryStep): Promise<void> {
      if (step.before === upTo) apply(step);
      else if (step.upTo > upTo) await load();
    },

    /** Stores the names and searches of the person's collections. */
    async rename(now: readonly Collection[]): Promise<void> {
      collections = now;
      smart = new Map();
      await database.write(new Map([[collectionsName, encode(now)]]), []);
    },

    /** Undefined if the query names a collection and the names of collections are not known yet. */
    async query(query: LibraryQuery, oneself?: LibraryOwner): Promise<LibraryPage | undefined> {
      if (!collections && /collection:/i.test(query.q)) return undefined;
      const asked = resolveQuery(query, collections ?? []);
      const [scored, counted] = [await scoredFor(asked), await smartNow(oneself)];
      return { ...findInLibrary(library, asked, { scored, collections, oneself, smart: counted }), behind: 0 };
    },

    /** Where the words match in these items. Copies are not on the device, so a match in a copy has no passage. */
    async passages(q: string, uuids: readonly string[]): Promise<Passages> {
      const asked = resolveQuery({ q, reverse: false, cursor: 0, count: 1 }, collections ?? []);
      if (asked.words === '') return { found: {}, terms: [] };
      const { terms } = await index.search(asked.words, { within: asked.within, upTo });
      const said = await database.read(uuids.map((uuid) => textsPrefix + uuid));
      const found = uuids.flatMap((uuid, at) => {
        const [item, texts] = [library.get(uuid), said[at]];
        if (!item) return [];
        return [
          [uuid, matchPlaceOf(item, texts ? (decode(texts) as StoredTexts) : noTexts, terms, asked.within)] as const,
        ];
      });
      return { found: Object.fromEntries(found), terms: [...terms] };
    },
  };
}

export type FollowedLibrary = Awaited<ReturnType<typeof openFollowedLibrary>>;

type StoredTexts = Omit<LibraryTexts, 'copy'>;
const noTexts: StoredTexts = { text: '', highlights: [], comments: [] };

function textsFile({ item, text, highlights, comments }: LibraryChanges['items'][number]): [string, Uint8Array] {
  return [textsPrefix + item.note.uuid, encode({ text: text.slice(0, writtenCharacters), highlights, comments })];
}
