import { z } from 'zod';
import { cutTo } from '../../platform/model/text/plain-text.ts';

/**
 * Optional fields of a note besides its title, link, text and tags, by name; null means empty. The API, the store, history,
 * drafts, and the export and import of a whole account all follow from a row here. NoteEditor.tsx has its input, and
 * Article.tsx shows it to readers.
 */
export const details = {
  icon: {
    /** Its name within a sentence. */
    label: 'icon',
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$/,
    wrong: 'An icon is named collection:name, such as lucide:book.',
    max: 80,
    tooLong: 'An icon name has at most 80 characters.',
  },
} as const;

export type Detail = keyof typeof details;

export const detailNames = Object.keys(details) as Detail[];

/** Makes a value for each detail, by its name. */
export function forEachDetail<Made>(make: (name: Detail) => Made): Record<Detail, Made> {
  return Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<Detail, Made>;
}

/** The value of a field of an imported file that has no counterpart here. */
export const ImportedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type ImportedValue = z.infer<typeof ImportedValue>;

/** How many imported fields a note keeps, how long their names are, and how many bytes all of them are as JSON. */
const max = { names: 50, name: 60, bytes: 8 * 1024 };

/** Imported fields of a note that have no counterpart here, under their names in the file. */
export const Imported = z
  .record(z.string().min(1).max(max.name), ImportedValue)
  .refine((imported) => Object.keys(imported).length <= max.names && bytesOf(imported) <= max.bytes, {
    error: `At most ${max.names} names and ${max.bytes / 1024} KB are kept of what came with a note.`,
  });
export type Imported = z.infer<typeof Imported>;

/**
 * The imported fields that fit into a note, in the order of the file, and the names of those that do not. A name that is too
 * long is cut, and numbered if that makes two names equal.
 */
export function fittingImported(imported: Readonly<Record<string, ImportedValue>>): { kept: Imported; left: string[] } {
  const kept: [string, ImportedValue][] = [];
  const left: string[] = [];
  const names = new Set<string>();
  let bytes = 2;
  for (const [written, given] of Object.entries(imported)) {
    // `JSON.parse` reads 1e999 as Infinity, which JSON cannot write.
    const value = typeof given === 'number' && !Number.isFinite(given) ? String(given) : given;
    const name = freeName(written.toWellFormed().trim() || 'unnamed', names);
    const size = bytesOf({ [name]: value });
    if (kept.length === max.names || bytes + size > max.bytes) {
      left.push(name);
      continue;
    }
    names.add(name);
    kept.push([name, value]);
    bytes += size;
  }
  return { kept: Object.fromEntries(kept), left };
}

function freeName(written: string, taken: ReadonlySet<string>): string {
  const name = cutTo(written, max.name).trimEnd();
  for (let number = 2; ; number += 1) {
    const free = number === 2 && !taken.has(name) ? name : `${cutTo(name, max.name - 4).trimEnd()} ${number}`;
    if (!taken.has(free)) return free;
  }
}

const encoder = new TextEncoder();

function bytesOf(imported: object): number {
  return encoder.encode(JSON.stringify(imported)).length;
}
