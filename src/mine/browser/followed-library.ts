import type { DeviceFiles } from '../../platform/browser/device-database.ts';
import { openOwnIndex, type OwnIndex } from '../../search/model/own/own-index.ts';
import type { OwnDocument } from '../../search/model/own/documents.ts';
import { findInLibrary, libraryOf, type Library } from '../model/library-find.ts';
import { parseLibraryQuery } from '../model/library-query.ts';
import type { LibraryChanges, LibraryItem, LibraryPage, LibraryQuery } from '../model/library.ts';

/** Where the rows of a library are, beside the files of its index, and whose they are. */
const rowPrefix = 'row:';
const ownerName = 'owner';
/** Whether the log was followed to its end, after which the device can answer without the server. */
const completeName = 'complete';
/** Of what is kept: an earlier one is made anew. */
const form = 1;

/** Gives a part of the change log after a revision; rejects where nobody can tell. */
export type ChangesAfter = (since: number) => Promise<LibraryChanges>;

/** What one part of the log changed, for tabs that knew what was before. */
export interface Step {
  before: number;
  upTo: number;
  items: LibraryItem[];
  gone: string[];
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
  const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const [known] = await database.read([ownerName]);
  if (!known || decode(known) !== `${form} ${owner}`) await begin();
  let index: OwnIndex = openOwnIndex(database, pause ? { pause } : {});
  let upTo = 0;
  let complete = false;
  let library: Library = libraryOf(new Map());
  await load();

  /** What one person had is not for the next one at this device. */
  async function begin(): Promise<void> {
    await database.clear();
    await database.write(new Map([[ownerName, encode(`${form} ${owner}`)]]), []);
  }

  async function load(): Promise<void> {
    upTo = (await index.state()).upTo;
    const [ended] = await database.read([completeName]);
    complete = ended !== undefined && decode(ended) === true;
    const rows = (await database.all(rowPrefix)).map((row) => decode(row) as LibraryItem);
    library = libraryOf(new Map(rows.map((item) => [item.note.uuid, item])));
  }

  function apply(step: Step): void {
    const items = new Map(library.items);
    for (const item of step.items) items.set(item.note.uuid, item);
    for (const uuid of step.gone) items.delete(uuid);
    library = libraryOf(items);
    upTo = step.upTo;
  }

  return {
    owner,
    get upTo() {
      return upTo;
    },
    /** Whether it has had all of the log once. */
    get complete() {
      return complete;
    },
    get size() {
      return library.items.size;
    },

    /** Brings in the next part of the log. `more` says whether another follows; a part that changes nothing has no step. */
    async follow(changesAfter: ChangesAfter): Promise<{ more: boolean; step?: Step }> {
      const now = (await index.state()).upTo;
      if (now !== upTo) await load();
      const part = await together(changesAfter, upTo);
      if (part.upTo < upTo) {
        // The account's log is an earlier one than was followed here: it was restored from a backup.
        await begin();
        index = openOwnIndex(database, pause ? { pause } : {});
        await load();
        return { more: true };
      }
      if (part.items.length === 0 && part.gone.length === 0 && part.upTo === upTo) return { more: part.more };
      const step = { before: upTo, upTo: part.upTo, items: part.items.map(({ item }) => item), gone: part.gone };
      await index.update(part.items.map(documentOf), part.gone, part.upTo, {
        files: new Map([
          ...step.items.map((item) => [rowPrefix + item.note.uuid, encode(item)] as const),
          [completeName, encode(!part.more)],
        ]),
        removed: step.gone.map((uuid) => rowPrefix + uuid),
      });
      apply(step);
      complete = !part.more;
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

    async query(query: LibraryQuery): Promise<LibraryPage> {
      const { words } = parseLibraryQuery(query.q);
      if (words.trim() === '') return { ...findInLibrary(library, query), behind: 0 };
      const { hits } = await index.search(words);
      const scores = new Map(hits.map(({ id, score }) => [id, score]));
      return { ...findInLibrary(library, query, { scores }), behind: 0 };
    },
  };
}

export type FollowedLibrary = Awaited<ReturnType<typeof openFollowedLibrary>>;

/** Characters of texts that are written together: many small parts would be written and made one again and again. */
const writtenTogether = 4_000_000;

/** Parts of the log as one, as far as little is lost where the tab is closed before they are written. */
async function together(changesAfter: ChangesAfter, since: number): Promise<LibraryChanges> {
  const items = new Map<string, LibraryChanges['items'][number]>();
  const gone = new Set<string>();
  let [upTo, more, size] = [since, true, 0];
  while (more && size < writtenTogether) {
    const part = await changesAfter(upTo);
    // An earlier log than was known, or one that ends for now.
    if (part.upTo < upTo) return part;
    for (const one of part.items) {
      const { uuid } = one.item.note;
      items.set(uuid, one);
      gone.delete(uuid);
      size += one.text.length + one.copy.length + one.remarks.length + 1000;
    }
    for (const uuid of part.gone) {
      gone.add(uuid);
      items.delete(uuid);
    }
    more = part.more && part.upTo > upTo;
    upTo = part.upTo;
  }
  return { items: [...items.values()], gone: [...gone], upTo, more };
}

function documentOf({ item, text, copy, remarks }: LibraryChanges['items'][number]): OwnDocument {
  const { note, site } = item;
  const author = [note.author?.name, note.author?.handle.replaceAll('_', ' '), item.copy?.author];
  return {
    ...{ id: note.uuid, title: note.title, tags: note.tags, site, text, remarks },
    author: author.filter(Boolean).join(' '),
    copy: item.copy ? `${item.copy.title}\n${copy}` : copy,
  };
}
