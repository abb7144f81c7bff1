import papaparse from 'papaparse';
import type { ReadEntry } from '../file.ts';

/** A row with the line on which it begins; `open`: it has a quotation mark that is never closed. */
type CsvRow = { line: number; fields: string[]; open: boolean };
type Rows = { delimiter: string; quote: string; from: number; isEnd: boolean };

/** A longer row must have an unclosed quotation mark. In characters. */
const longestRow = 2_000_000;

/**
 * The rows of a CSV file whose lines end in line feeds, piece by piece. After a row that is `open`, quotation marks are ordinary characters, and each line
 * is a row.
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow, void> {
  let [kept, line] = ['', 1];
  let quote = '"';
  for await (const part of text) {
    // Reading a long line again with each piece would take quadratic time.
    if (quote === noQuote && !part.includes('\n')) {
      kept += part;
      continue;
    }
    const { rows, rest } = rowsIn(kept + part, { delimiter, quote, from: line, isEnd: false });
    yield* rows.filter(hasText);
    kept = rest.text;
    line = rest.line;
    if (kept.length <= longestRow || quote === noQuote) continue;
    yield { line, fields: [], open: true };
    quote = noQuote;
  }
  const { rows } = rowsIn(kept, { delimiter, quote, from: line, isEnd: true });
  const open = quote === noQuote ? undefined : rows.find((row) => row.open);
  yield* rows.filter((row) => row !== open && hasText(row));
  if (!open) return;
  yield { ...open, fields: [] };
  yield* rowsIn(open.text, { delimiter, quote: noQuote, from: open.line, isEnd: true }).rows.filter(hasText);
}

/** A character that no text has. */
const noQuote = '\0';

/** The rows of a text; unless it is the end of the file, the last row may be incomplete and is returned as `rest`. */
function rowsIn(text: string, { delimiter, quote, from, isEnd }: Rows) {
  const rows: (CsvRow & { text: string })[] = [];
  let [line, at] = [from, 0];
  let before = { line, at };
  papaparse.parse<string[]>(text, {
    delimiter,
    quoteChar: quote,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      const open = errors.some(({ code }) => code === 'MissingQuotes');
      rows.push({ line, fields: data, open, text: open ? text.slice(at) : '' });
      before = { line, at };
      line += text.slice(at, meta.cursor).split('\n').length - 1;
      at = meta.cursor;
    },
  });
  if (isEnd) return { rows, rest: { text: '', line } };
  if (rows.length > 0) rows.pop();
  return { rows, rest: { text: text.slice(before.at), line: before.line } };
}

function hasText({ fields, open }: CsvRow): boolean {
  return open || fields.some((field) => field.trim() !== '');
}

/** A row by column names in lower case. */
export type Row = Partial<Record<string, string>>;

/** A row with its place in the file, or an entry that says why there is none. */
export type PlacedRow = { place: string; row: Row } | ReadEntry;
