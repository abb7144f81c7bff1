import { z } from 'zod';
import type { Copy } from '../../domain/capture.ts';
import type { Highlight } from '../../domain/highlight.ts';
import type { Import, ImportLine } from '../../domain/import.ts';
import { Imported } from '../../domain/imported.ts';
import type { Note } from '../../domain/note.ts';
import type { PlannedReading } from '../planned-entry.ts';
import { packed } from './copies.ts';
import { keptSeconds, withoutOwner } from './imports.ts';
import { keys } from './keys.ts';
import { noteWrite } from './notes.ts';
import type { Redis } from './redis.ts';
import { writeImportPart } from './scripts/write-import.ts';
import { toStored } from './stored.ts';

/**
 * What an import did with a note, or with a choice, so that it can be undone: whether it brought it (`own`: from our own
 * export), at which revision and with how many highlights it left it, and what it gave to what was there.
 */
export const Done = z.object({
  kept: z.literal(true).optional(),
  own: z.literal(true).optional(),
  rev: z.int().default(0),
  at: z.string().default(''),
  tags: z.array(z.string()).default([]),
  icon: z.string().optional(),
  words: z.array(z.object({ from: z.int(), text: z.string() })).default([]),
  told: Imported.default({}),
  copy: z.literal(true).optional(),
  highlights: z.array(z.string()).default([]),
  saved: z.literal(true).optional(),
  favourite: z.literal(true).optional(),
});
export type Done = z.infer<typeof Done>;

/**
 * What a part makes of one note: `before` is the revision that was read, 0 for a new one; `note` is absent where the note
 * itself stays as it is. A new one is found by `same`, as `others` are.
 */
export type NoteWrite = {
  uuid: string;
  before: number;
  note?: Note;
  same?: string | undefined;
  others: number;
  told?: Imported;
  copy?: Copy;
  highlights: Highlight[];
  reading?: PlannedReading;
  done: Done;
};

/** A part as it is written: `known` has each id with the notes by which it was known and that it now is. */
export type WrittenPart = {
  from: number;
  last: boolean;
  lines: ImportLine[];
  notes: NoteWrite[];
  known: { id: string; before: string; uuid: string }[];
  choices: string[];
};

export type PartWritten =
  | { ok: true; import: Import; lines: ImportLine[]; revision: number | null }
  | { ok: false; reason: 'moved'; import: Import }
  | { ok: false; reason: 'changed' }
  | { ok: false; reason: 'missing' };

/** Writes a part of an import in one step, unless what it was made for has changed. */
export async function writePart(
  redis: Redis,
  { userId, id }: { userId: string; id: string },
  part: WrittenPart,
  now: Date,
): Promise<PartWritten> {
  const writes = part.notes.map(({ note, before }) => note && noteWrite(note, before === 0 ? 'none' : String(before)));
  const plan = part.notes.map(({ uuid, before, same, others, told, copy, highlights, reading, done }, at) => ({
    uuid,
    rev: before,
    same,
    others,
    keys: writes[at]?.names.length,
    args: writes[at]?.args.map(String),
    imported: told && toStored(told),
    copy: copy && packed(copy),
    highlights: highlights.flatMap((one) => [one.id, toStored(one)]),
    reading: reading && { ...reading, at: Date.parse(reading.at), changedAt: Date.parse(reading.changedAt) },
    undo: toStored(
      Object.fromEntries(Object.entries({ ...done, at: now.toISOString() }).filter(([, value]) => !isEmpty(value))),
    ),
  }));
  const lines = part.lines.map((line) => ({ line, text: toStored(line) }));
  const kinds = [lines, lines.filter(({ line }) => line.outcome === 'refused'), lines.filter(({ line }) => line.aside)];
  const places = (['toread', 'reading', 'archived'] as const).map((state) => keys.readingIn(userId, state));
  const reply = await writeImportPart(
    redis,
    [
      ...[keys.import(id), keys.importLines(id), keys.importRefused(id), keys.importAside(id), keys.importDone(id)],
      ...[keys.imported(userId), keys.authorLinks(userId), keys.reading(userId), ...places],
      keys.readingFavourites(userId),
      ...writes.flatMap((each) => each?.names ?? []),
    ],
    [
      ...[userId, part.from, now.toISOString(), part.last ? 'last' : '', keptSeconds],
      ...[keys.note(''), keys.copy(''), keys.highlights(''), keys.noteImported('')],
      JSON.stringify(countsOf(part.lines)),
      toStored(part.choices.flatMap((choice) => [choice, '{}'])),
      toStored(part.known.flatMap(({ id: known, before, uuid }) => [known, before, uuid])),
      JSON.stringify(plan),
      ...kinds.flatMap((some) => [some.length, ...some.map(({ text }) => text)]),
    ],
  );
  if (reply[0] === 'written') {
    return { ok: true, import: withoutOwner(reply[1]), lines: part.lines, revision: reply[2] };
  }
  if (reply[0] === 'moved') return { ok: false, reason: 'moved', import: withoutOwner(reply[1]) };
  return reply[0] === 'changed' ? { ok: false, reason: 'changed' } : { ok: false, reason: 'missing' };
}

/** Most is empty of most notes, and left out. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}

function countsOf(lines: readonly ImportLine[]) {
  const of = (outcome: ImportLine['outcome']) => lines.filter((line) => line.outcome === outcome).length;
  const aside = lines.filter((line) => line.aside).length;
  return { kept: of('kept'), merged: of('merged'), refused: of('refused'), aside };
}
