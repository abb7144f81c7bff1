import type { DeviceFiles } from '../../platform/browser/device-database.ts';
import { openOwnIndex, type OwnIndex } from '../../search/model/own/own-index.ts';
import { together, type ChangesAfter } from './change-log.ts';
import type { Members } from '../model/library-facets.ts';
import { Library } from '../model/library-columns.ts';
import { findInLibrary, membersOf, type Oneself } from '../model/library-find.ts';
import { askedOf, documentOf, foundIn, type AskedWords } from '../model/library-found.ts';
import { smartOf } from '../model/library-query.ts';
import type { Collection } from '../../library/model/collection.ts';
import type {
  LibraryChanges,
  LibraryItem,
  LibraryPage,
  LibraryQuery,
  LibraryTexts,
  Passages,
} from '../model/library.ts';

/** Where the rows of a library are, beside the files of its index, and whose they are. */
const rowPrefix = 'row:';
const ownerName = 'owner';
/** Of which store the log is, and whether it was followed to its end, after which the device can answer alone. */
const followedName = 'followed';
/** When the log was asked last and had nothing more. */
const askedName = 'asked';
/** The person's collections as a page was told of them last: queries name them. */
const collectionsName = 'collections';
/** Of what is kept: an earlier one is made anew. */
const form = 3;
/** Where what a person wrote, marked and said of an item is, so that its passages are shown without asking anybody. */
const saidPrefix = 'said:';
/** So much of what they wrote. */
const writtenCharacters = 5000;

const smartMs = 25;

/** What one part of the log changed, for tabs that knew what was before. */
export interface Step {
  before: number;
  upTo: number;
  items: LibraryItem[];
  gone: string[];
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

/** Whose library the device has; undefined where it has none. */
export async function ownerOf(database: DeviceFiles): Promise<string | undefined> {
  const [known] = await database.read([ownerName]);
  const [of, owner] = known ? String(decode(known)).split(' ') : [];
  return of === String(form) ? owner : undefined;
}

/**
 * A person's library on their device: its rows in memory, and an index of all texts, brought up to date by the change log
 * of the account. Each part of the log is one write, so that building goes on where it was left.
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
  /** By smart collection: what it finds in the library as it is now. */
  let smart = new Map<string, Members>();
  await load();

  /** What one person had is not for the next one at this device. */
  async function begin(): Promise<void> {
    await database.clear();
    await database.write(new Map([[ownerName, encode(`${form} ${owner}`)]]), []);
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

  function apply(step: Step): void {
    library.change(step.items, step.gone);
    upTo = step.upTo;
    smart = new Map();
  }

  const scoredFor = async ({ words, within }: AskedWords) =>
    words === '' ? undefined : index.search(words, { within, upTo });

  /**
   * Searches for what smart collections find where something has changed. An answer waits for that so long at most: of
   * those that are missing then, the next one tells.
   */
  async function smartNow(oneself: Oneself | undefined): Promise<ReadonlyMap<string, Members>> {
    const until = performance.now() + smartMs;
    const now = smart;
    for (const { id, search } of smartOf(collections ?? [])) {
      if (now.has(id)) continue;
      if (performance.now() > until) break;
      const asked = askedOf({ q: search, reverse: false, cursor: 0, count: 1 }, collections ?? []);
      now.set(id, membersOf(library, asked.q, { scored: await scoredFor(asked), collections, oneself }));
    }
    return now;
  }

  return {
    owner,
    get upTo() {
      return upTo;
    },
    /** Whether it has had all of the log once. */
    get complete() {
      return followed.complete;
    },
    /** Up to when nothing is missing (ISO 8601); undefined until that is known. */
    get askedAt() {
      return askedAt;
    },
    /** Undefined until a page has told of them. */
    get collections() {
      return collections;
    },
    get size() {
      return library.size;
    },

    /** Brings in the next part of the log. `more` says whether another follows; a part that changes nothing has no step. */
    async follow(changesAfter: ChangesAfter): Promise<{ more: boolean; step?: Step }> {
      if ((await index.state()).upTo !== upTo) await load();
      const part = await together(changesAfter, upTo);
      // The log names its store and its person. Who is signed in here may be somebody else by now.
      if (part.store.split(' ').at(-1) !== owner) throw new Error('The log is of another person.');
      if (part.upTo < upTo || (followed.store !== undefined && followed.store !== part.store)) {
        // The account's log is another one than was followed here: it was restored from a backup.
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
            ...part.items.map(saidFile),
            [followedName, encode(now)] as const,
            ...(part.more ? [] : [[askedName, encode(askedAt)] as const]),
          ]),
          removed: step.gone.flatMap((uuid) => [rowPrefix + uuid, saidPrefix + uuid]),
        },
      );
      apply(step);
      followed = now;
      return { more: part.more, step };
    },

    /** Makes fewer segments of the index; false where they are few. */
    tidy: async () => index.tidy(),

    /** Removes all of it from the device. */
    forget: async () => database.clear(),

    /** What another tab brought in. */
    async hear(step: Step): Promise<void> {
      if (step.before === upTo) apply(step);
      else if (step.upTo > upTo) await load();
    },

    /** What the person's collections are called and search for now. */
    async rename(now: readonly Collection[]): Promise<void> {
      collections = now;
      smart = new Map();
      await database.write(new Map([[collectionsName, encode(now)]]), []);
    },

    /** Undefined where the query names a collection and nobody has told yet what they are called. */
    async query(query: LibraryQuery, oneself?: Oneself): Promise<LibraryPage | undefined> {
      if (!collections && /collection:/i.test(query.q)) return undefined;
      const asked = askedOf(query, collections ?? []);
      const [scored, counted] = [await scoredFor(asked), await smartNow(oneself)];
      return { ...findInLibrary(library, asked, { scored, collections, oneself, smart: counted }), behind: 0 };
    },

    /** As what words find these items. Copies are not on the device, so that what is in one has no passage. */
    async passages(q: string, uuids: readonly string[]): Promise<Passages> {
      const asked = askedOf({ q, reverse: false, cursor: 0, count: 1 }, collections ?? []);
      if (asked.words === '') return { found: {}, terms: [] };
      const { terms } = await index.search(asked.words, { within: asked.within, upTo });
      const said = await database.read(uuids.map((uuid) => saidPrefix + uuid));
      const told = uuids.flatMap((uuid, at) => {
        const [item, texts] = [library.get(uuid), said[at]];
        if (!item) return [];
        return [[uuid, foundIn(item, texts ? (decode(texts) as Said) : nothingSaid, terms, asked.within)] as const];
      });
      return { found: Object.fromEntries(told), terms: [...terms] };
    },
  };
}

export type FollowedLibrary = Awaited<ReturnType<typeof openFollowedLibrary>>;

type Said = Omit<LibraryTexts, 'copy'>;
const nothingSaid: Said = { text: '', highlights: [], comments: [] };

function saidFile({ item, text, highlights, comments }: LibraryChanges['items'][number]): [string, Uint8Array] {
  return [saidPrefix + item.note.uuid, encode({ text: text.slice(0, writtenCharacters), highlights, comments })];
}
