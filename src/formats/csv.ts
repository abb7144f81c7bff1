import type { ImportItem } from '../domain/import-item.ts';
import { columnNames } from './beginning.ts';
import { csvRows } from './csv-rows.ts';
import { found, type Found, type Items } from './file.ts';
import { sureOf, type Format } from './format.ts';

/** Each row is told by all its columns: more of them than any program writes would cost their square. */
const mostColumns = 500;

/** A row by the names of its columns, in lower case. */
export type Row = Partial<Record<string, string>>;

/** A program's CSV: the columns that only it has, and what a row says, or the whole entry that it is. */
export type CsvFormat = { name: string; columns: readonly string[] } & (
  | { item: (row: Row) => Partial<ImportItem> & { title: string } }
  | { entry: (row: Row, place: string, number: number) => Found }
);

/** Reads what a program wrote as a table. */
export function csvReader(format: CsvFormat): Format {
  return {
    name: format.name,
    sure: (beginning) => sureOf(format.columns, beginning.table()?.columns),
    items: (text, beginning) => {
      const { delimiter = ',', said = false } = beginning.table() ?? {};
      return csvItems(csvRows(text, delimiter), said ? 1 : 0, format);
    },
  };
}

/** What the rows behind the names of the columns say. Before those stand `above` rows about the table itself. */
async function* csvItems(rows: ReturnType<typeof csvRows>, above: number, format: CsvFormat): Items {
  let skipped = 0;
  let names: string[] | undefined;
  let count = 0;
  for await (const { line, fields, open } of rows) {
    if (skipped < above) {
      skipped += 1;
      continue;
    }
    if (!names) {
      names = columnNames(fields);
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
