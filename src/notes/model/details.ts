import { z } from 'zod';
import { cutTo } from '../../platform/model/text/plain-text.ts';

/**
 * What an author may say of a note besides its title, link, text and tags, by name; null where it says nothing. From a row
 * here follow what the API takes, what is stored and kept in the history, drafts, and what the export of a whole account
 * and its import carry. Its input stands in NoteEditor.tsx, and what shows it to readers in Article.tsx.
 */
export const details = {
  icon: {
    /** What it is called where a sentence tells of it. */
    label: 'icon',
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$/,
    wrong: 'An icon is named collection:name, such as lucide:book.',
    max: 80,
    tooLong: 'An icon name has at most 80 characters.',
  },
} as const;

export type Detail = keyof typeof details;

export const detailNames = Object.keys(details) as Detail[];

/** Something for each detail, by its name. */
export function forEachDetail<Made>(make: (name: Detail) => Made): Record<Detail, Made> {
  return Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<Detail, Made>;
}

/** What one field of a file says that has no place with us. */
export const ImportedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type ImportedValue = z.infer<typeof ImportedValue>;

/** How many names a note keeps of what came with it, how long they are, and how much it is as JSON, in bytes. */
const max = { names: 50, name: 60, bytes: 8 * 1024 };

/** What came with a note and has no place with us, under the names of the file. */
export const Imported = z
  .record(z.string().min(1).max(max.name), ImportedValue)
  .refine((told) => Object.keys(told).length <= max.names && bytesOf(told) <= max.bytes, {
    error: `At most ${max.names} names and ${max.bytes / 1024} KB are kept of what came with a note.`,
  });
export type Imported = z.infer<typeof Imported>;

/**
 * As much of it as a note keeps, in the order of the file, and the names of what stays behind. A name that is too long is
 * cut, and a number is added where that makes two the same.
 */
export function fittingImported(told: Readonly<Record<string, ImportedValue>>): { kept: Imported; left: string[] } {
  const kept: [string, ImportedValue][] = [];
  const left: string[] = [];
  const names = new Set<string>();
  let bytes = 2;
  for (const [written, given] of Object.entries(told)) {
    // JSON has no infinity, and reads 1e999 as one.
    const value = typeof given === 'number' && !Number.isFinite(given) ? String(given) : given;
    const name = freeName(written.trim() || 'unnamed', names);
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

function bytesOf(told: object): number {
  return encoder.encode(JSON.stringify(told)).length;
}
