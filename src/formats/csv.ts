import type { ImportItem } from '../domain/import-item.ts';
import { genericCsv } from './csv-generic.ts';
import { highlightsCsv } from './csv-highlights.ts';
import { instapaperCsv } from './csv-instapaper.ts';
import { pocketCsv } from './csv-pocket.ts';
import { raindropCsv } from './csv-raindrop.ts';
import { readwiseCsv } from './csv-readwise.ts';
import { csvRows } from './csv-rows.ts';
import { found, type Items } from './file.ts';

/** Each row is told by all its columns: more of them than any program writes would cost their square. */
const mostColumns = 500;

/** A row by the names of its columns, in lower case. */
export type Row = Partial<Record<string, string>>;

/** A program's CSV: the columns that only it has, and what a row says. */
export type CsvFormat = {
  name: string;
  columns: readonly string[];
  item: (row: Row) => Partial<ImportItem> & { title: string };
};

/** The first one whose columns are all there is meant. */
const formats = [raindropCsv, readwiseCsv, instapaperCsv, pocketCsv, highlightsCsv, genericCsv] as const;

/** Which program's CSV begins with this line, and what stands between its columns. */
export function csvFormat(
  firstLine: string,
): { format: CsvFormat | typeof highlightsCsv; delimiter: string } | undefined {
  for (const delimiter of [',', ';', '\t']) {
    const columns = new Set(namesOf(firstLine.split(delimiter)));
    const format = formats.find((each) => each.columns.every((column) => columns.has(column)));
    if (format) return { format, delimiter };
  }
  return undefined;
}

export async function* csvItems(
  text: AsyncIterable<string>,
  { format, delimiter }: NonNullable<ReturnType<typeof csvFormat>>,
): Items {
  let names: string[] | undefined;
  let count = 0;
  for await (const { line, fields, open } of csvRows(text, delimiter)) {
    if (!names) {
      names = namesOf(fields);
      if (names.length <= mostColumns) continue;
      yield { place: `line ${line}`, why: `This table has ${names.length} columns; at most ${mostColumns} are read.` };
      return;
    }
    const place = `line ${line}`;
    if (open) {
      const why = 'A quotation mark on this line is never closed, so the rest of the file cannot be told apart.';
      yield { place, why };
      return;
    }
    const row: Row = Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
    if ('entry' in format) yield format.entry(row, place, (count += 1));
    else yield found(place, format.item(trimmed(row)));
  }
}

function trimmed(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell?.trim()]));
}

function namesOf(fields: readonly string[]): string[] {
  return fields.map((field) => field.trim().replace(/^"|"$/g, '').trim().toLowerCase());
}
