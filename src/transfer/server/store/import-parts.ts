import { forEachDetail, Imported } from '../../../notes/model/details.ts';
import * as z from 'zod';
import type { Copy } from '../../../capture/model/capture.ts';
import { DatedPlace } from '../../../library/model/reading-list.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import type { Import, ImportLine } from '../../model/import.ts';
import { isPublicOrUnlisted } from '../../../notes/model/note-access.ts';
import type { Note } from '../../../notes/model/note.ts';
import type { PlannedReading } from '../import/planned-entry.ts';
import { packed } from '../../../capture/server/store/copies.ts';
import { newImportJson, keptSeconds, withoutOwner } from './imports.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { picturesIn } from '../../../pictures/model/addresses.ts';
import { holdPictures } from '../../../pictures/server/picture-holders.ts';
import { noteWrite, storedNote } from '../../../notes/server/store/write-note.ts';
import { sameDigest } from '../../../notes/server/notes.ts';
import { entriesOf } from '../../../notes/server/store/note-indexes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { copiesShown } from './shown-copies.ts';
import { writeImportPart } from './write-import.ts';
import { toStored } from '../../../platform/server/store/stored.ts';

/**
 * What an import did with a note or a choice, so that it can be undone: whether it added the note (`own`: from our own
 * export), the revision, highlights and place in the reading list in which it left it, and what it added to an existing
 * note.
 */
export const ImportEffect = z.object({
  kept: z.literal(true).optional(),
  own: z.literal(true).optional(),
  rev: z.int().default(0),
  at: z.string().default(''),
  tags: z.array(z.string()).default([]),
  ...forEachDetail(() => z.string().optional()),
  words: z.array(z.object({ from: z.int(), text: z.string() })).default([]),
  told: Imported.default({}),
  copy: z.literal(true).optional(),
  highlights: z.array(z.string()).default([]),
  collections: z.array(z.string()).default([]),
  saved: z.literal(true).optional(),
  favourite: z.literal(true).optional(),
  /** It had a star before, and only its state is new. */
  wasStarred: z.literal(true).optional(),
  place: DatedPlace.optional(),
});
export type ImportEffect = z.infer<typeof ImportEffect>;
export type ChoiceEffect = Pick<ImportEffect, 'place' | 'favourite' | 'wasStarred'>;

export const noEffect = (): ImportEffect => ({
  rev: 0,
  at: '',
  tags: [],
  words: [],
  told: {},
  highlights: [],
  collections: [],
});

/**
 * What a part makes of one note. `before`: the revision that was read, 0 for a new note. `note` is absent if the note itself
 * stays as it is. A new note is found by `same`, as `others` are.
 */
export type NoteWrite = {
  uuid: string;
  before: number;
  note?: Note;
  same?: string | undefined;
  others: number;
  importedFields?: Imported;
  formerTitles?: string[];
  copy?: Copy;
  highlights: Highlight[];
  reading?: PlannedReading;
  done: ImportEffect;
};

/**
 * A part as it is written. `known`: each id with the note that it named before and the note that it names now. `links`: how
 * many entries the index of this person's notes had when the part was made.
 */
export type WrittenPart = {
  /** The import, if this part begins it. */
  begins?: Import | undefined;
  from: number;
  last: boolean;
  lines: ImportLine[];
  notes: NoteWrite[];
  known: { id: string; before: string; uuid: string }[];
  /** What undoing must know of each choice, by its name there. */
  choices: ReadonlyMap<string, ChoiceEffect>;
  /** What goes into each collection, in this order. */
  into: Map<string, Set<string>>;
  links: number;
  /** How many of the entries are not notes. */
  besides: number;
};

/** `stored`: how many bytes the notes take, with what was written beside them. */
export type PartWritten =
  | { ok: true; import: Import; lines: ImportLine[]; revision: number | null; stored: number }
  | { ok: false; reason: 'moved'; import: Import }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'full'; rooms: Map<string, number> }
  | { ok: false; reason: 'missing' };

/** The counts of a note that nobody else has seen. */
const uncounted = { votes: 0, saves: 0, comments: 0 };

/**
 * Writes a part of an import in one step, unless what it was planned for has changed. It is prepared while the part
 * `before` is written, and not written if that one was not.
 */
export async function writePart(
  redis: Redis,
  { userId, id }: { userId: string; id: string },
  part: WrittenPart,
  now: Date,
  before?: Promise<PartWritten>,
): Promise<PartWritten> {
  const writes = part.notes.map(({ note, before }) => {
    if (!note || (before === 0 && !isPublicOrUnlisted(note))) return undefined;
    return noteWrite(note, before === 0 ? 'none' : String(before));
  });
  const plan = part.notes.map(
    ({ uuid, before, note, same, others, importedFields, formerTitles, copy, highlights, reading, done }, at) => ({
      uuid,
      rev: before || undefined,
      own: done.own,
      same,
      others: others || undefined,
      write: writes[at],
      alone: writes[at] || !note ? undefined : true,
      imported: importedFields && toStored(importedFields),
      former: formerTitles,
      copy: copy && packed(copy),
      highlights: highlights.length > 0 ? highlights.flatMap((one) => [one.id, toStored(one)]) : undefined,
      done: storedDone(done, now),
      reading: reading && { ...reading, at: Date.parse(reading.at), changedAt: Date.parse(reading.changedAt) },
    }),
  );
  const alone = part.notes.flatMap(({ note, same }, at) => {
    if (!note || writes[at]) return [];
    const link = (note.url !== null && same) || sameDigest(note);
    return [{ note, link }];
  });
  const indexes: Record<string, (string | number)[]> = {};
  for (const [at, { note, link }] of alone.entries()) {
    for (const { key, score, member } of entriesOf(note, uncounted, link)) {
      (indexes[key] ??= []).push(score, member.slice(0, -note.uuid.length), at + 1);
    }
  }
  const placesOf = (is: (line: ImportLine) => boolean) =>
    JSON.stringify(part.lines.flatMap((line, at) => (is(line) ? [at + 1] : [])));
  // Recorded first: the sweep looks at the note, and forgets notes that show a picture no longer.
  await Promise.all(
    part.notes.map(async ({ note }) => {
      const shown = note ? picturesIn(note.body) : [];
      if (note && shown.length > 0) await holdPictures(redis, shown, `note:${note.uuid}`);
    }),
  );
  const ready = {
    userImports: keys.userImports(userId),
    importKey: keys.import(id),
    linesKey: keys.importLines(id),
    refusedKey: keys.importRefused(id),
    asideKey: keys.importAside(id),
    doneKey: keys.importDone(id),
    idsKey: keys.imported(userId),
    authorLinks: keys.authorLinks(userId),
    reading: keys.reading(userId),
    toread: keys.readingIn(userId, 'toread'),
    beingRead: keys.readingIn(userId, 'reading'),
    archived: keys.readingIn(userId, 'archived'),
    favourites: keys.readingFavourites(userId),
    userId,
    from: part.from,
    at: now.toISOString(),
    last: part.last ? 'last' : '',
    ttl: keptSeconds,
    counts: JSON.stringify({ ...countsOf(part.lines), besides: part.besides }),
    choices: toStored([...part.choices].flatMap(([name, done]) => [name, toStored(done)])),
    into: JSON.stringify(Object.fromEntries([...part.into].map(([id, uuids]) => [id, [...uuids]]))),
    ids: toStored(part.known.flatMap(({ id: known, before, uuid }) => [known, before, uuid])),
    found: part.links,
    notes: JSON.stringify(plan),
    fresh: part.begins ? newImportJson(userId, part.begins) : '',
    lines: part.lines.map(toStored).join('\n'),
    refused: placesOf(({ outcome }) => outcome === 'refused' || outcome === 'noted'),
    aside: placesOf(hasExtras),
    indexes: JSON.stringify(indexes),
    stored: alone.map(({ note, link }) => storedNote(note, link)),
  };
  const earlier = await before;
  if (earlier?.ok === false) return earlier;
  const reply = await writeImportPart(redis, ready);
  if (reply[0] === 'written') {
    const revision = (await copiesShown(redis, part.notes)) ?? reply[2];
    const written = [
      ...ready.stored,
      ...plan.map(({ write, imported, copy, highlights }) => [write, imported, copy, highlights]),
    ];
    const stored = written.flat(2).reduce<number>((sum, each) => sum + Buffer.byteLength(String(each ?? '')), 0);
    return { ok: true, import: withoutOwner(reply[1]), lines: part.lines, revision, stored };
  }
  if (reply[0] === 'moved') return { ok: false, reason: 'moved', import: withoutOwner(reply[1]) };
  if (reply[0] === 'full') return { ok: false, reason: 'full', rooms: new Map(reply[1]) };
  return { ok: false, reason: reply[0] };
}

/** Empty fields, which most notes have, are left out. Undefined if the note was added and nothing more. */
function storedDone(done: ImportEffect, now: Date): string | undefined {
  if (done.kept && done.rev === 1 && !done.own && !done.place && done.highlights.length === 0) return undefined;
  const entries = Object.entries(done).filter(([, value]) => !isEmpty(value));
  const at = done.highlights.length > 0 ? { at: now.toISOString() } : {};
  return toStored({ ...Object.fromEntries(entries), ...at });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}

/** Whether an entry came with more than a note holds. */
function hasExtras({ aside, leftOut }: ImportLine): boolean {
  return aside !== undefined || leftOut !== undefined;
}

function countsOf(lines: readonly ImportLine[]) {
  const of = (outcome: ImportLine['outcome']) =>
    lines.reduce((sum, line) => sum + (line.outcome === outcome ? (line.count ?? 1) : 0), 0);
  const aside = lines.filter(hasExtras).length;
  return { kept: of('kept'), merged: of('merged'), refused: of('refused'), noted: of('noted'), aside };
}
