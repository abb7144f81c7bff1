import { collectionsOf, uuidsOf } from '../../../library/server/collections.ts';
import type { Collection } from '../../../library/model/collection.ts';
import type { OwnNote as Note } from '../../../notes/model/note.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { commentCounts, listNotes, ownNoteIds, readNotes } from '../../../notes/server/notes.ts';
import { picturesIn, withPictureAddresses } from '../../../pictures/model/addresses.ts';
import { largestFile } from '../../../pictures/server/pictures.ts';
import type { ZipFile } from './zip.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import { readCopies } from '../../../capture/server/copies.ts';
import { highlightsOfAll } from '../../../library/server/highlights.ts';

/** Notes that are read in one trip, and held: each may hold 200 KB. */
const atOnce = 200;

/** A note, with what came along when it was imported, and how many comments readers see under it. */
export type OwnNote = { note: Note; comments: number };

/** All that a person wrote, in every state, newest first; with `only`, what of these is theirs, in that order. */
export async function* ownNotes(redis: Redis, userId: string, only?: readonly string[]): AsyncGenerator<OwnNote, void> {
  for await (const page of ownNotePages(redis, userId, only)) yield* page;
}

/** The same, a few at a time; the next ones are read meanwhile. */
export async function* ownNotePages(
  redis: Redis,
  userId: string,
  only?: readonly string[],
): AsyncGenerator<OwnNote[], void> {
  const uuids = only ?? (await ownNoteIds(redis, userId));
  const read = (from: number) => readOwn(redis, userId, uuids.slice(from, from + atOnce));
  let reading = read(0);
  for (let from = atOnce; ; from += atOnce) {
    const page = await reading;
    const isLast = from >= uuids.length;
    if (!isLast) reading = read(from);
    // Whoever reads no further has no use for the failure of what nobody waits for.
    reading.catch(() => undefined);
    yield page;
    if (isLast) return;
  }
}

/** One page of them, after the cursor of the page before: for what may be interrupted between two pages. */
export async function readOwnNotes(
  redis: Redis,
  userId: string,
  cursor: string | null,
): Promise<{ notes: OwnNote[]; next: string | null }> {
  const query = { author: userId, includePrivate: true, limit: 50 };
  const { notes, counts, next } = await listNotes(redis, cursor === null ? query : { ...query, cursor });
  const imported = await readNotesImported(
    redis,
    notes.map(({ uuid }) => uuid),
  );
  return { notes: notes.map((note, at) => ownNote(note, imported, counts[at]?.comments)), next };
}

/** What of these is this person's, in one trip. */
async function readOwn(redis: Redis, userId: string, uuids: readonly string[]): Promise<OwnNote[]> {
  const [notes, counts, imported] = await Promise.all([
    readNotes(redis, [...uuids]),
    commentCounts(redis, uuids),
    readNotesImported(redis, uuids),
  ]);
  return notes.flatMap((note, at) =>
    note && 'visibility' in note && note.authorId === userId ? [ownNote(note, imported, counts[at])] : [],
  );
}

function ownNote(note: Note, imported: ReadonlyMap<string, Note['imported']>, comments = 0): OwnNote {
  const told = imported.get(note.uuid);
  return { note: told ? { ...note, imported: told } : note, comments };
}

/**
 * A note with how many comments readers see under it, the copy of the page that it is about, and what was highlighted
 * there, in the order of the text. Highlights that came by themselves may be there before a copy is.
 */
export type KeptNote = {
  note: Note;
  comments: number;
  copy?: Copy;
  highlights: Highlight[];
  /** The pictures that its text shows, by name. */
  pictures: Map<string, Uint8Array>;
};

/** All that a person wrote, or chose of it, with their copies: a few megabytes are read at a time, and one is unpacked. */
export async function* keptNotes(
  redis: Redis,
  userId: string,
  only?: readonly string[],
): AsyncGenerator<KeptNote, void> {
  for await (const page of ownNotePages(redis, userId, only)) {
    const linked = page.flatMap(({ note }) => (note.url === null ? [] : [note.uuid]));
    const [copies, marks] = [readCopies(redis, linked), highlightsOfAll(redis, linked)];
    for (const own of page) {
      const isLinked = own.note.url !== null;
      const [copy, highlights] = isLinked ? await Promise.all([copies.next(), marks.next()]) : [];
      yield {
        ...own,
        ...(copy?.value && { copy: copy.value }),
        highlights: highlights?.value ?? [],
        pictures: await picturesOf(own.note),
      };
    }
  }
}

/** The pictures that a note's text shows, by name. */
export async function picturesOf({ body }: Pick<Note, 'body'>): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  for (const name of picturesIn(body)) {
    const bytes = await largestFile('text', name);
    if (bytes) pictures.set(name, bytes);
  }
  return pictures;
}

/** Files of pictures for an archive, which are each in it once, and texts that show them from a folder of it. */
export class ShownPictures {
  readonly #there = new Set<string>();

  *files(pictures: ReadonlyMap<string, Uint8Array>, at: string): Generator<ZipFile, void> {
    for (const [name, bytes] of pictures) {
      if (!this.#there.has(name)) yield { name: `pictures/${name}.webp`, at, text: async () => bytes };
      this.#there.add(name);
    }
  }

  beside(text: string, pictures: ReadonlyMap<string, Uint8Array>): string {
    return withPictureAddresses(text, (name) => (pictures.has(name) ? `../pictures/${name}.webp` : undefined));
  }
}

type Filled = { one: Collection; uuids: string[] };

/**
 * A person's collections with what is in them, each before those in it; with `only`, those that have any of these notes, with
 * no others, and what they stand in.
 */
export async function filledCollections(redis: Redis, userId: string, only?: ReadonlySet<string>): Promise<Filled[]> {
  const found = (await collectionsOf(redis, userId)).map(async (one) => ({ one, uuids: await uuidsOf(redis, one.id) }));
  const all = await Promise.all(found);
  if (!only) return all;
  const chosen = all.map(({ one, uuids }) => ({ one, uuids: uuids.filter((uuid) => only.has(uuid)) }));
  const isWanted = (id: string): boolean =>
    chosen.some(({ one, uuids }) => (one.id === id && uuids.length > 0) || (one.parent === id && isWanted(one.id)));
  return chosen.filter(({ one }) => isWanted(one.id));
}
