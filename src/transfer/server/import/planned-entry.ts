import { hash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Copy } from '../../../capture/model/capture.ts';
import { Highlight } from '../../../library/model/highlight.ts';
import {
  tooManyFieldsRemark,
  type ImportEntry,
  type ImportHighlight,
  type ImportItem,
  type ParsedHighlight,
} from '../../model/import-item.ts';
import type { ImportLine, ImportPart, ImportVisibility } from '../../model/import.ts';
import type { Imported } from '../../../notes/model/details.ts';
import {
  collectionPathsOf,
  formerTitlesOf,
  importedNote,
  collectionLevels,
  withLongPassages,
} from '../../model/note-of-item.ts';
import { limits } from '../../../platform/model/limits.ts';
import { linkDigest } from '../../../notes/server/link-digest.ts';
import type { Note } from '../../../notes/model/note.ts';
import type { ReadingState } from '../../../library/model/reading-list.ts';
import type { CleanedCopy } from '../../../capture/server/clean-html.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

type ToPlan = Exclude<ImportEntry, { choice: unknown }>;

/** An item's place in the reading list (`state` null: in none), its star, when it was put there, and since when it has that place. Times are ISO 8601. */
export type PlannedReading = { state: ReadingState | null; favourite: boolean; at: string; changedAt: string };

/** What a file says of an item that is lost if the item is merged with a note that has another value. Times are ISO 8601. */
type Said = { state?: ReadingState; readAt?: string; changedAt?: string; isPublic?: boolean };

/**
 * What an entry is to become, before anything is looked up here: the note, what is kept beside it and with it, and the ids
 * by which it may be known; a text without any has a digest. `own`: its id in our own export. `ref`: how links of the same
 * import name it. A `passage` is a single highlight, which needs a note about its page: `note` is made if there is none.
 * Without a note, the entry is refused or is a remark, and the line says why.
 */
export type PlannedEntry = {
  line: Pick<ImportLine, 'place' | 'title' | 'url' | 'count'>;
  says: string[];
  aside: string[];
  leftOut: string[];
  note?: Note;
  /** The digest of the note's link, made here since a whole file is read in a thread. */
  linkDigest?: string;
  isDated: boolean;
  importedFields: Imported;
  formerTitles?: string[];
  ids: string[];
  own?: string;
  ref?: string;
  /** The folders that become collections, each as its path, outermost first. */
  folders?: string[][];
  reading?: PlannedReading;
  said?: Said;
  copy?: Copy;
  highlights: Highlight[];
  passage?: { isKnownByWords: boolean };
  isRemark?: boolean;
};

/**
 * A part with what can be planned before the store is asked: all but choices, and items whose copies must be made safe
 * first. `bytes`: its size as it was read, or its `size` in characters where that is known.
 */
export type PlannedPart = { from: number; last: boolean; bytes: number; entries: (PlannedEntry | ImportEntry)[] };

/** Plans a part, in a thread where a whole file is read. */
export function plannedPart(
  { from, last, entries, size }: ImportPart & { size?: number },
  visibility: ImportVisibility,
  by: Omit<By, 'uuids'>,
): PlannedPart {
  const uuids = newUuids(entries.length);
  const bytes = size ?? Buffer.byteLength(JSON.stringify(entries));
  const planned = entries.map((entry) => {
    const waits = 'choice' in entry || ('item' in entry && entry.item.copy !== undefined);
    return waits ? entry : plannedEntry(entry, visibility, { ...by, uuids });
  });
  return { from, last, bytes, entries: planned };
}

/** This many ids. The system is asked only once for their random bytes. */
export function* newUuids(count: number): Generator<string, never> {
  const random = randomBytes(16 * count);
  for (let at = 0; at < count; at += 1) yield uuidv7({ random: random.subarray(at * 16) });
  for (;;) yield uuidv7();
}

/** Whose notes they become, and ids for them. */
type By = { authorId: string; now: Date; siteUrl: string; uuids: Generator<string, never> };

/** What an entry is to become. `brought`: the result of making its copy safe. */
export function plannedEntry(entry: ToPlan, visibility: ImportVisibility, by: By, brought?: CleanedCopy): PlannedEntry {
  const { place } = entry;
  if ('highlight' in entry) return plannedHighlight(place, entry.highlight, by);
  if ('remark' in entry) return { ...refusedEntry({ place, title: entry.title ?? '' }, entry.remark), isRemark: true };
  if (!('item' in entry)) {
    const { title = '', why, count } = entry;
    return refusedEntry({ place, title, ...(count !== undefined && { count }) }, why);
  }
  const { item } = entry;
  const made = importedNote(item, visibility, { ...by, uuid: by.uuids.next().value });
  const line = { place, title: cutTo(item.title, 200), ...(item.url ? { url: item.url.slice(0, 500) } : {}) };
  if (!made.ok) return refusedEntry(line, made.why);
  const { fitting, over } = made.note.url === null ? { fitting: [], over: [] } : highlightsOf(item, by.now);
  const { note, kept: fields, left } = withLongPassages(made.note, made.fields, over);
  const lost = [
    ...(item.remarks ?? []),
    ...(brought?.ok === false ? [`The copy of its page couldn’t be read: ${brought.why}`] : []),
    ...(over.length > 0
      ? [`Too long to be highlights here: ${shortened(over.map(({ quote }) => `“${cutTo(quote, 40)}…”`)).join(', ')}.`]
      : []),
    ...(note === made.note ? [] : ['Those that don’t fit beside it are in its text.']),
    ...(left.length > 0 ? [tooManyFieldsRemark] : []),
  ];
  const own = item.own?.uuid ?? ownUuidIn(note.url, by.siteUrl);
  const reading = readingOf(item, note, by.now);
  const { left: titlesLeft, ...former } = formerTitlesOf(item.own);
  const folders = collectionPathsOf(item);
  return {
    line: { ...line, title: note.title },
    says: [...made.says, ...new Set(lost)],
    aside: shortened(Object.keys(fields).filter((name) => isAside(name, item))),
    leftOut: shortened([
      ...left,
      ...(brought?.ok === false ? ['the copy of its page'] : []),
      ...(item.copy && note.url === null ? ['its copy of a page, as it has no link'] : []),
      ...titlesLeft,
      ...(item.aside ?? []),
    ]),
    note,
    ...digestOf(note),
    ...{ isDated: item.at !== undefined, importedFields: fields, ...former },
    ids: [
      ...(item.source ? [item.source] : []),
      ...(own === undefined ? [] : [`commonplace:${own}`]),
      ...textIds(note, item),
    ],
    ...(own !== undefined && { own }),
    ...(item.ref !== undefined && { ref: item.ref }),
    ...(folders.length > 0 && { folders }),
    ...(reading && { reading }),
    said: saidOf(item, note, visibility),
    ...(brought?.ok && note.url !== null && { copy: brought.copy }),
    highlights: fitting,
  };
}

export function refusedEntry(line: PlannedEntry['line'], why: string): PlannedEntry {
  return { line, says: [why], aside: [], leftOut: [], isDated: false, importedFields: {}, ids: [], highlights: [] };
}

function digestOf({ url }: Note): Pick<PlannedEntry, 'linkDigest'> {
  const digest = url === null ? undefined : linkDigest(url);
  return digest === undefined ? {} : { linkDigest: digest };
}

/** Folders become collections, so they are not set aside, unless a name was too long for a collection. */
function isAside(name: string, item: ImportItem): boolean {
  const { own, imported = own?.imported } = item;
  if (name !== 'folders' || imported?.['folders'] !== undefined) return true;
  return collectionPathsOf(item).some((path) => collectionLevels(path).some(({ cut }) => cut));
}

/** As many names as fit into a line of a report. */
export function shortened(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const all = [...new Set(names)];
  const [first, more] = [all.slice(0, 20).map((name) => cutTo(name, 60)), all.length - 20];
  return more > 0 ? [...first, `${more} more`] : first;
}

/** Our own bookmarks file gives a text its address here as a link. */
function ownUuidIn(url: string | null, siteUrl: string): string | undefined {
  if (!url?.startsWith(`${siteUrl}/note/`)) return undefined;
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(url)?.[0];
}

function readingOf(
  { state, favourite = false, readAt, changedAt }: ImportItem,
  { createdAt: at }: Note,
  now: Date,
): PlannedReading | undefined {
  if (state === undefined) return favourite ? { state: null, favourite, at, changedAt: at } : undefined;
  const past = (time: string | undefined) => (time && Date.parse(time) <= now.getTime() ? time : undefined);
  const moved = past(state === 'archived' ? (readAt ?? changedAt) : changedAt);
  return { state, favourite, at, changedAt: moved ?? at };
}

/** Who may read it counts only if the person chose what the file says. */
function saidOf({ state, readAt, shared, own }: ImportItem, note: Note, visibility: ImportVisibility): Said {
  const isPublic = visibility === 'kept' ? (own ? own.visibility === 'public' : shared) : undefined;
  return {
    ...(state && { state }),
    ...(readAt && state === 'archived' && { readAt }),
    ...(note.updatedAt > note.createdAt && { changedAt: note.updatedAt }),
    ...(isPublic !== undefined && { isPublic }),
  };
}

/** Highlights that are too long: `over`. The context of the others is cut. */
function highlightsOf({ highlights = [] }: ImportItem, now: Date): { fitting: Highlight[]; over: ParsedHighlight[] } {
  const [fitting, over]: [Highlight[], ParsedHighlight[]] = [[], []];
  for (const written of highlights) {
    const highlight = highlightOf(written, now);
    if (highlight) fitting.push(highlight);
    else over.push(written);
  }
  return { fitting, over };
}

function highlightOf({ prefix, suffix, ...rest }: ParsedHighlight, now: Date): Highlight | undefined {
  const { context } = limits.highlight;
  const { id = uuidv7(), createdAt = now.toISOString(), updatedAt = createdAt } = rest;
  const around = { prefix: prefix.slice(-context), suffix: suffix.slice(0, context) };
  return Highlight.safeParse({ ...rest, ...around, id, createdAt, updatedAt }).data;
}

/** A highlight goes to the note about its page. If there is none, it brings one, which nobody else can read. */
function plannedHighlight(place: string, highlight: ImportHighlight, by: By): PlannedEntry {
  const { title, link, note: own, saved, id, createdAt, updatedAt, ...passage } = highlight;
  const uuid = own ?? by.uuids.next().value;
  const made = importedNote({ title, url: link, body: '', tags: [], at: saved }, 'private', { ...by, uuid });
  const line = { place, title: cutTo(title, 200), url: link.slice(0, 500) };
  if (link.trim() === '') return refusedEntry(line, 'This highlight doesn’t say which page it’s from.');
  if (!made.ok) return refusedEntry(line, made.why);
  const at = createdAt ?? by.now.toISOString();
  return {
    line: { ...line, title: made.note.title },
    ...{ says: [], aside: [], leftOut: [] },
    note: { ...made.note, uuid },
    ...digestOf(made.note),
    isDated: false,
    importedFields: {},
    ids: own ? [`commonplace:${own}`] : [],
    ...(own && { own }),
    highlights: [{ ...passage, id: id ?? uuidv7(), createdAt: at, updatedAt: updatedAt ?? at }],
    passage: { isKnownByWords: id === undefined },
  };
}

/** A text without an id or a link is recognised by its words. */
function textIds({ url, title, body }: Note, { source }: ImportItem): string[] {
  return url === null && source === undefined ? [`text:${hash('sha256', `${title}\n${body}`)}`] : [];
}
