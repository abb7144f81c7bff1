import { collectionsOf, uuidsOf } from '../../../library/server/collections.ts';
import type { Collection } from '../../../library/model/collection.ts';
import type { OwnNote as NoteWithImported } from '../../../notes/model/note.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { commentCounts, listNotes, ownNoteIds, readFormerTitles, readNotes } from '../../../notes/server/notes.ts';
import { readUser } from '../../../people/server/people.ts';
import { picturesIn, withPictureAddresses } from '../../../pictures/model/addresses.ts';
import { withShownPictures } from '../../model/file-links.ts';
import { largestFile } from '../../../pictures/server/pictures.ts';
import type { ZipFile } from './zip.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import { readCopies } from '../../../capture/server/copies.ts';
import { highlightsOfAll } from '../../../library/server/highlights.ts';

/** Whether an account was closed. Its notes are removed after that, so this is asked after notes were found missing. */
export async function isClosed(redis: Redis, userId: string): Promise<boolean> {
  return (await readUser(redis, userId))?.deletedAt !== undefined;
}

/**
 * The same parts of an export, which then fails if the account was closed meanwhile: notes are missing in it, and it would
 * look whole to somebody who has nothing else.
 */
export async function* unlessClosed<Part>(
  redis: Redis,
  userId: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part, void> {
  yield* parts;
  if (await isClosed(redis, userId)) throw new Error('The account was closed while it was exported.');
}

/** How many notes are read, and held, in one trip: each may have 200 KB. */
const atOnce = 200;

/** A note with what was imported beside it and, if there are any, its former titles, latest first. */
export type Note = NoteWithImported & { formerTitles?: string[] };

/** `comments`: how many readers see under it. */
export type OwnNote = { note: Note; comments: number };

/** All notes of a person, in every state, newest first; with `only`, the person's notes among these, in that order. */
export async function* ownNotes(redis: Redis, userId: string, only?: readonly string[]): AsyncGenerator<OwnNote, void> {
  for await (const page of ownNotePages(redis, userId, only)) yield* page;
}

/** The same in pages. The next page is read meanwhile. */
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
    // If the caller stops reading, a failure of the page that was read ahead must not go unhandled.
    reading.catch(() => undefined);
    yield page;
    if (isLast) return;
  }
}

/** One page of them, after the cursor of the page before, for work that may be interrupted between pages. */
export async function readOwnNotes(
  redis: Redis,
  userId: string,
  cursor: string | null,
): Promise<{ notes: OwnNote[]; next: string | null }> {
  const query = { author: userId, includePrivate: true, limit: 50 };
  const { notes, counts, next } = await listNotes(redis, cursor === null ? query : { ...query, cursor });
  const uuids = notes.map(({ uuid }) => uuid);
  const [imported, former] = await Promise.all([readNotesImported(redis, uuids), readFormerTitles(redis, uuids)]);
  return { notes: notes.map((note, at) => ownNote(note, imported, former[at], counts[at]?.comments)), next };
}

/** The notes among these that are this person's, in one trip. */
async function readOwn(redis: Redis, userId: string, uuids: readonly string[]): Promise<OwnNote[]> {
  const [notes, counts, imported, former] = await Promise.all([
    readNotes(redis, [...uuids]),
    commentCounts(redis, uuids),
    readNotesImported(redis, uuids),
    readFormerTitles(redis, uuids),
  ]);
  return notes.flatMap((note, at) =>
    note && 'visibility' in note && note.authorId === userId ? [ownNote(note, imported, former[at], counts[at])] : [],
  );
}

function ownNote(
  note: Note,
  imported: ReadonlyMap<string, Note['imported']>,
  formerTitles: string[] = [],
  comments = 0,
): OwnNote {
  const values = imported.get(note.uuid);
  const beside = { ...(values && { imported: values }), ...(formerTitles.length > 0 && { formerTitles }) };
  return { note: { ...note, ...beside }, comments };
}

/**
 * A note with the number of comments that readers see, the copy of its page, and the highlights there, in the order of the
 * text. Highlights that came alone may be there before a copy is.
 */
export type KeptNote = {
  note: Note;
  comments: number;
  copy?: Copy;
  highlights: Highlight[];
  /** The pictures that its text shows, by name. */
  pictures: Map<string, Uint8Array>;
};

/**
 * A person's notes, or some of them, with their copies: a few megabytes are read at a time, one copy is unpacked. `ahead` is
 * given some notes before they come, to read what belongs to them in one trip.
 */
export async function* keptNotes(
  redis: Redis,
  userId: string,
  { only, ahead }: { only?: readonly string[] | undefined; ahead?: (notes: readonly Note[]) => Promise<void> } = {},
): AsyncGenerator<KeptNote, void> {
  for await (const page of ownNotePages(redis, userId, only)) {
    await ahead?.(page.map(({ note }) => note));
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

/** Where a file of a note finds the pictures of its archive. */
const folder = '../pictures/';

const addressIn = (pictures: ReadonlyMap<string, unknown>) => (name: string) =>
  pictures.has(name) ? `${folder}${name}.webp` : undefined;

/** Picture files for an archive, each included once, and texts that show them from a folder of it. */
export class ShownPictures {
  readonly #there = new Set<string>();

  *files(pictures: ReadonlyMap<string, Uint8Array>, at: string): Generator<ZipFile, void> {
    for (const [name, bytes] of pictures) {
      if (!this.#there.has(name)) yield { name: `pictures/${name}.webp`, at, text: async () => bytes };
      this.#there.add(name);
    }
  }

  /** A Markdown text that shows pictures from beside it. */
  beside(text: string, pictures: ReadonlyMap<string, Uint8Array>): string {
    return withShownPictures(text, addressIn(pictures));
  }

  /**
   * A page that loads nothing from elsewhere when it is opened: pictures that are not in the archive become links, and
   * within a link their words.
   */
  onPage(html: string, pictures: ReadonlyMap<string, Uint8Array>): string {
    if (!html.includes('<img')) return html;
    let isLink = false;
    return withPictureAddresses(html, addressIn(pictures)).replace(/<a\b[^>]*>|<\/a>|<img\b[^>]*>/g, (tag) => {
      if (!tag.startsWith('<img')) isLink = tag !== '</a>';
      const address = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
      if (!tag.startsWith('<img') || address.startsWith(folder)) return tag;
      const words = / alt="([^"]*)"/.exec(tag)?.[1] || address;
      return isLink || address === '' ? words : `<a href="${address}" rel="ugc noopener">${words}</a>`;
    });
  }
}

type Filled = { one: Collection; uuids: string[] };

/**
 * A person's collections with their notes, each before those within it. With `only`, the collections that have any of
 * these notes, with only these, and the collections above them.
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
