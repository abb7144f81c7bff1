import { countedOf } from '../../../platform/model/counted.ts';
import { memberships } from '../../../library/server/collections.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { belongingsOf, findImported, noFindings } from '../store/import-findings.ts';
import type { PlannedEntry, PlannedReading } from './planned-entry.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import type { DatedPlace } from '../../../library/model/reading-list.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import type { Imported } from '../../../notes/model/details.ts';
import { limits } from '../../../platform/model/limits.ts';
import type { ImportEffect, NoteWrite } from '../store/import-parts.ts';
import { saveNote } from '../../../library/server/reading-list.ts';

/** The import that a part belongs to. */
export type ImportRef = {
  userId: string;
  id: string;
  isNew: boolean;
  /** The collections that an entry goes into; and how many more notes fit into those without room for all. */
  collectionsOf: (entry: Pick<PlannedEntry, 'folders'>) => string[];
  roomIn: Map<string, number>;
  listed: Listed;
};

/** What is known, and made, while a part is planned. */
export type PartContext = Awaited<ReturnType<typeof readPartContext>>;
export type Entry = PlannedEntry & { note: Note; digest: string | undefined };

export async function readPartContext(redis: Redis, to: ImportRef, wanted: readonly Entry[]) {
  const digests = [...new Set(wanted.flatMap(({ digest }) => digest ?? []))];
  const query = { digests, ids: [...new Set(wanted.flatMap((entry) => entry.ids))] };
  const { byDigest, byId, links } = to.isNew ? noFindings() : await findImported(redis, to.userId, query);
  const uuids = [
    ...new Set([...[...byDigest.values()].flat(), ...byId.values(), ...wanted.flatMap(({ own }) => own ?? [])]),
  ];
  const [found, belongings, collected] = await Promise.all([
    readNotes(redis, uuids),
    belongingsOf(redis, to, uuids),
    memberships(redis, to.userId, wanted.some(({ folders }) => folders) ? uuids : []),
  ]);
  const stored = new Map<string, Note | DeletedNote>();
  for (const [at, note] of found.entries()) if (note) stored.set(uuids[at] ?? '', note);
  const drafts = new Map<string, Draft>();
  /** The notes that this part makes, by the digest that finds them. */
  const made = new Map<string, string[]>();
  /** Every id of this part, with the note that has it now. */
  const ids = new Map<string, string>();
  /** What goes into which collections, in the order of the entries. */
  const into = new Map<string, Set<string>>();
  return { to, byDigest, byId, links, stored, belongings, collected, into, drafts, made, ids };
}

/** A note that is being made: one that is here already, or one that an entry of this part brings. */
export type Draft = {
  note: Note;
  before: number;
  isChanged: boolean;
  digest: string | undefined;
  others: number;
  importedFields: Imported;
  importedChanged: boolean;
  formerTitles: string[];
  hasCopy: boolean;
  copy?: Copy;
  highlights: Highlight[];
  fresh: Highlight[];
  wasSaved: boolean;
  saved: boolean;
  favourite: boolean;
  wasFavourite: boolean;
  reading?: PlannedReading;
  /** Its place in the reading list before this part. */
  place?: DatedPlace | undefined;
  /** The collections that have it, and whether this part put it into one of them. */
  collected: string[];
  isCollected: boolean;
  done: ImportEffect;
};

/**
 * How the notes stood in the reading list before this part put them there. A part that is planned again finds its own
 * changes, and must record all of them, so that they can be undone.
 */
type Listed = Map<string, { saved: boolean; favourite: boolean }>;

/** What is said of highlights that a copy has no room for. */
export const tooManyHighlightsMessage = `A copy can have at most ${limits.highlight.perCopy} highlights.`;
export const tooMany = (over: number) =>
  `${countedOf(over, 'highlight')}, as a copy has at most ${limits.highlight.perCopy}`;

/** Gives a note what it lacks of an entry's belongings. Says what was added, or left out unless it is the same. */
export function mergeBelongings(
  draft: Draft,
  { note, copy, highlights, reading }: PlannedEntry & { note: Note },
  isOther: boolean,
): { says: string[]; leftOut: string[] } {
  const [says, leftOut]: [string[], string[]] = [[], []];
  if (draft.note.url === null || note.url === null) {
    if (highlights.length > 0) leftOut.push('its highlights, as the note has no link');
  } else {
    if (copy && !draft.hasCopy) {
      draft.copy = copy;
      draft.hasCopy = true;
      if (draft.before > 0) draft.done.copy = true;
      says.push('You had it already; the copy of its page was added.');
    } else if (isOther) leftOut.push('the copy of its page, as you already have one');
    const { came, full } = highlightsAdded(draft, highlights);
    if (came > 0) says.push(`${countedOf(came, 'new highlight')} added.`);
    if (full > 0) leftOut.push(tooMany(full));
  }
  if (reading) {
    const [isListed, isStarred] = [reading.state !== null && !draft.saved, reading.favourite && !draft.favourite];
    if (isListed) draft.done.saved = true;
    if (isListed && draft.wasFavourite && !draft.done.favourite) draft.done.wasStarred = true;
    if (isStarred) draft.done.favourite = true;
    if (isListed || isStarred) {
      const place = isListed ? reading : (draft.reading ?? reading);
      draft.reading = { ...place, favourite: reading.favourite || draft.favourite };
      draft.saved ||= isListed;
      draft.favourite ||= isStarred;
    }
  }
  return { says, leftOut };
}

/** Adds the highlights that are not there yet, as many as there is room for. */
export function highlightsAdded(draft: Draft, highlights: readonly Highlight[]): { came: number; full: number } {
  const there = new Set(draft.highlights.map(({ id }) => id));
  const fresh = highlights.filter(({ id }) => !there.has(id)).filter((one) => !isPresent(draft, one));
  const room = Math.max(0, limits.highlight.perCopy - draft.highlights.length);
  const fitting = fresh.slice(0, room);
  draft.highlights = [...draft.highlights, ...fitting];
  draft.fresh.push(...fitting);
  if (draft.before > 0) draft.done.highlights.push(...fitting.map(({ id }) => id));
  return { came: fitting.length, full: fresh.length - fitting.length };
}

/** Whether the same words at the same place, with the same comment, are there under another id. */
function isPresent({ highlights }: Draft, { quote, start, comment }: Highlight): boolean {
  return highlights.some((one) => one.quote === quote && one.start === start && one.comment === comment);
}

/** A note that is in the list keeps its place there. Otherwise its new place is recorded, so that it can be undone. */
export async function putIntoList(
  redis: Redis,
  { userId, listed }: { userId: string; listed: Listed },
  draft: Draft,
  reading: PlannedReading,
  now: Date,
): Promise<void> {
  const { uuid } = draft.note;
  if (!listed.has(uuid)) listed.set(uuid, { saved: draft.wasSaved, favourite: draft.wasFavourite });
  const { state, favourite, at, changedAt } = reading;
  const star = favourite ? { favourite } : {};
  if (draft.wasSaved || state === null) {
    await saveNote(redis, userId, uuid, star, new Date(at));
    if (draft.done.place) draft.done.place.favourite ||= favourite;
    return;
  }
  const put = await saveNote(redis, userId, uuid, { state, ...star, times: { savedAt: at, changedAt } }, now);
  draft.done.place = { ...placeAs(reading), ...(put.ok && { progress: put.place?.progress ?? 0 }) };
}

/** The place in the reading list that it gets. */
export function placeAs({ state, favourite, changedAt }: PlannedReading): DatedPlace {
  return { state, favourite, progress: 0, changedAt: Date.parse(changedAt) };
}

/** Whether there is anything to write. */
export function hasChanges({ before, isChanged, importedChanged, copy, fresh, reading, isCollected }: Draft): boolean {
  return (
    isCollected ||
    before === 0 ||
    isChanged ||
    importedChanged ||
    copy !== undefined ||
    fresh.length > 0 ||
    reading !== undefined
  );
}

/** What a part writes of a note. */
export function noteWriteOf(draft: Draft): NoteWrite {
  const {
    note,
    before,
    isChanged,
    digest,
    others,
    importedFields,
    importedChanged,
    formerTitles,
    copy,
    highlights,
    fresh,
    reading,
    done,
  } = draft;
  return {
    uuid: note.uuid,
    before,
    ...(isChanged && { note }),
    same: before === 0 ? digest : undefined,
    others,
    ...(importedChanged && { importedFields: importedFields }),
    ...(before === 0 && formerTitles.length > 0 && { formerTitles }),
    ...(copy && { copy }),
    highlights: fresh,
    ...(before === 0 && reading && { reading }),
    done: {
      ...{ ...done, rev: note.rev },
      ...(done.kept && {
        highlights: highlights.map(({ id }) => id),
        ...(before === 0 && reading && { place: placeAs(reading) }),
      }),
    },
  };
}
