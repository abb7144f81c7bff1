import * as z from 'zod';
import { grouped } from '../../platform/model/counted.ts';
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
 * The imported fields that fit into a note, in the order of the file, and the names of those that do not, with how many
 * elements of a list that fits in part. A name that is too long is cut, and numbered if that makes two names equal.
 */
export function fittingImported(imported: Readonly<Record<string, ImportedValue>>): { kept: Imported; left: string[] } {
  const names = new Set<string>();
  const fields: { name: string; value: ImportedValue; fits: boolean }[] = [];
  let [bytes, count] = [2, 0];
  for (const [written, given] of Object.entries(imported)) {
    // `JSON.parse` reads 1e999 as Infinity, which JSON cannot write.
    const value = typeof given === 'number' && !Number.isFinite(given) ? String(given) : given;
    const name = freeName(written.toWellFormed().trim() || 'unnamed', names);
    const size = bytesOf({ [name]: value });
    const fits = count < max.names && bytes + size <= max.bytes;
    fields.push({ name, value, fits });
    if (!fits) continue;
    names.add(name);
    [bytes, count] = [bytes + size, count + 1];
  }
  const left: string[] = [];
  const kept: [string, ImportedValue][] = [];
  for (const { name, value, fits } of fields) {
    if (fits) {
      kept.push([name, value]);
      continue;
    }
    const list = Array.isArray(value) && count < max.names && !names.has(name) ? value : [];
    const part = partOf(list, max.bytes - bytes - bytesOf({ [name]: [] }));
    const more = grouped(list.length - part.length);
    left.push(part.length > 0 ? `${name} (${more} of ${grouped(list.length)})` : name);
    if (part.length === 0) continue;
    kept.push([name, part]);
    names.add(name);
    [bytes, count] = [bytes + bytesOf({ [name]: part }), count + 1];
  }
  return { kept: Object.fromEntries(kept), left };
}

/** The first elements of a list that take at most so many bytes as JSON, without those that are longer than that. */
function partOf(list: readonly string[], bytes: number): string[] {
  let left = bytes;
  const part: string[] = [];
  for (const each of list) {
    const size = bytesOf([each]) - 1;
    if (size > bytes) continue;
    left -= size;
    if (left < 0) break;
    part.push(each);
  }
  return part;
}

function freeName(written: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = numberedName(written, number);
    if (!taken.has(free)) return free;
  }
}

/** The name of an imported field, or of the second and further ones with that name. */
export function numberedName(written: string, number: number): string {
  const name = cutTo(written, max.name).trimEnd();
  return number === 1 ? name : `${cutTo(name, max.name - 4).trimEnd()} ${number}`;
}

const encoder = new TextEncoder();

function bytesOf(imported: object): number {
  return encoder.encode(JSON.stringify(imported)).length;
}
