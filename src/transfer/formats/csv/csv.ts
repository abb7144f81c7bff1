import { grouped } from '../../../platform/model/counted.ts';
import { columnNames, type FileHead, type TableHead } from '../sniff.ts';
import { itemEntry, type ReadEntry, type Items, type ParsedItem } from '../file.ts';
import { confidenceOf, type Format } from '../format.ts';
import { address } from '../json/written-values.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';
import { inDayOrder } from './day-order.ts';
import { csvRows, type PlacedRow, type Row } from './rows.ts';

/** More cells than any program writes in a line: their cost is quadratic. */
const maxColumns = 500;

/**
 * A program's CSV: the columns that identify it, and a reader of a row's item or of all rows. `file` is the file's name or
 * path, for tables that are told apart by nothing else.
 */
export type CsvFormat = {
  name: string;
  columns: readonly string[] | ((there: ReadonlySet<string>) => number);
} & (
  | {
      item: (row: Row, file: string) => ParsedItem;
      isDate?: (column: string) => boolean;
      isFolder?: (column: string) => boolean;
    }
  | { entries: (rows: AsyncIterable<PlacedRow>) => Items }
);

/** A format for a program's CSV. */
export function csvReader(format: CsvFormat): Format {
  const { name, columns } = format;
  return {
    name,
    confidence: (beginning) => {
      const there = beginning.table()?.columns;
      return typeof columns === 'function' ? (there ? columns(there) : 0) : confidenceOf(columns, there);
    },
    items: (text, beginning) => csvItems(text, beginning, format),
  };
}

/** The entries of the rows. A fault of the whole table comes after the rows that could be read. */
async function* csvItems(text: AsyncIterable<string>, beginning: FileHead, format: CsvFormat): Items {
  const table = beginning.table();
  const written = new Map<string, string>();
  let fault: ReadEntry | undefined;
  let count = 0;
  const rows = async function* () {
    fault = yield* rowsOf(text, table, written);
  };
  const { isDate, isFolder } = 'item' in format ? format : {};
  const read = isFolder ? withSlashes(rows(), isFolder) : rows();
  const dated = isDate ? inDayOrder(read, { isDate, delimiter: table?.delimiter ?? ',', written }) : read;
  for await (const one of entriesOf(dated, format, beginning.name)) {
    count += 1;
    yield named(one, written);
  }
  if (fault) yield fault;
  else if (count === 0) yield { place: 'the file', why: 'There’s nothing below the column names.' };
}

/** The rows, and a remark on the first folder with a slash within its name: it may be one folder, such as AC/DC. */
async function* withSlashes(
  rows: AsyncIterable<PlacedRow>,
  isFolder: (column: string) => boolean,
): AsyncGenerator<PlacedRow, void> {
  let columns: string[] | undefined;
  let path: string[] = [];
  for await (const one of rows) {
    yield one;
    if (!('row' in one) || path.length > 0) continue;
    columns ??= Object.keys(one.row).filter(isFolder);
    const { row, place } = one;
    const written = columns.map((name) => row[name] ?? '').find((cell) => /[^\s/\\][/\\][^\s/\\]/.test(cell));
    if (written === undefined) continue;
    path = written
      .split(/[/\\]/)
      .map((name) => cutTo(name.trim(), 40))
      .filter(Boolean);
    const remark = `A slash in a folder’s name separates it from the folder around it, so this is “${path.at(-1)}” within “${path.at(-2)}”.`;
    yield { place, title: cutTo(written, 200), remark };
  }
}

async function* entriesOf(rows: AsyncIterable<PlacedRow>, format: CsvFormat, file: string): Items {
  if ('entries' in format) return yield* format.entries(rows);
  for await (const one of rows) yield 'row' in one ? itemEntry(one.place, format.item(trimmed(one.row), file)) : one;
}

/** The rows below the column names; returns the fault that keeps the rest from being read. */
async function* rowsOf(
  text: AsyncIterable<string>,
  { delimiter, isDeclared }: Pick<TableHead, 'delimiter' | 'isDeclared'> = { delimiter: ',', isDeclared: false },
  written: Map<string, string>,
): AsyncGenerator<PlacedRow, ReadEntry | undefined> {
  let names: string[] | undefined;
  // The line `sep=;` belongs to the table as a whole.
  let above = isDeclared ? 1 : 0;
  let [openAt, left] = [undefined as string | undefined, 0];
  let short: ReadEntry | undefined;
  for await (const { line, fields, open } of csvRows(text, delimiter)) {
    const place = `line ${line}`;
    if (open) {
      openAt = place;
      continue;
    }
    const isWhole = fields.length === names?.length || (place === openAt && fields.length < (names?.length ?? 0));
    if (openAt !== undefined && !(isWhole && fields.some((cell) => address(cell)))) {
      left += 1;
      continue;
    }
    const tooMany = { place, why: `This line has ${fields.length} cells; at most ${maxColumns} are read.` };
    if (above > 0) above -= 1;
    else if (fields.length > maxColumns) {
      if (!names) return tooMany;
      yield tooMany;
    } else if (!names) names = ownNames(fields, written);
    else {
      short = fields.length < names.length ? { place, remark: cutOff } : undefined;
      yield { place, row: rowOf(names, fields) };
    }
  }
  return openAt === undefined
    ? short
    : { place: openAt, why: endlessQuote(left), ...(left > 0 && { count: left + 1 }) };
}

const cutOff = 'The last line has fewer cells than there are columns, so the file may be cut off here.';

function endlessQuote(left: number): string {
  const others =
    left === 0 ? '' : left === 1 ? ' Another one was left out.' : ` ${grouped(left)} others were left out.`;
  return `A quotation mark on this line is never closed. From here on, only lines that are complete rows with an address were read.${others}`;
}

/** Unique names of columns: an empty or repeated one gets its number. `written`: the names as they are in the file. */
function ownNames(fields: readonly string[], written: Map<string, string>): string[] {
  return columnNames(fields).map((name, at) => {
    const own = name === '' || written.has(name) ? `${name || 'column'} ${at + 1}` : name;
    written.set(own, name === own ? (fields[at] ?? '').trim() : own);
    return own;
  });
}

/** A row by column names. Cells beyond the last column are named by their number. */
function rowOf(names: readonly string[], fields: readonly string[]): Row {
  const row = fields.map((field, at): [string, string] => [names[at] ?? `column ${at + 1}`, field]);
  return Object.fromEntries([...names.map((name): [string, string] => [name, '']), ...row]);
}

function trimmed(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell?.trim()]));
}

/** Fields without a place here are named as in the file. */
function named(one: ReadEntry, written: ReadonlyMap<string, string>): ReadEntry {
  if (!('item' in one) || !one.item.imported) return one;
  const imported = Object.entries(one.item.imported).map(([name, value]) => [written.get(name) ?? name, value]);
  return { ...one, item: { ...one.item, imported: Object.fromEntries(imported) as typeof one.item.imported } };
}
