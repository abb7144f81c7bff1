import papaparse from 'papaparse';

/** A row with the line on which it begins; `open`: a quotation mark in it is never closed. */
export type CsvRow = { line: number; fields: string[]; open: boolean };

/** A row that is longer than this has a quotation mark too many. In characters. */
const longestRow = 2_000_000;

/** Rows of a CSV file piece by piece. After a row that is `open` nothing can be told apart any more, and it is the last. */
export async function* csvRows(text: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow, void> {
  let [kept, line] = ['', 1];
  for await (const part of lineFeeds(text)) {
    const { rows, rest } = rowsOf(kept + part, delimiter, line, false);
    yield* rows.filter(hasText);
    kept = rest.text;
    line = rest.line;
    if (kept.length <= longestRow) continue;
    yield { line, fields: [], open: true };
    return;
  }
  yield* rowsOf(kept, delimiter, line, true).rows.filter(hasText);
}

/** The last row is complete only at the end of the file. */
function rowsOf(text: string, delimiter: string, from: number, isEnd: boolean) {
  const rows: CsvRow[] = [];
  let [line, at] = [from, 0];
  let before = { line, at };
  papaparse.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      rows.push({ line, fields: data, open: errors.some(({ code }) => code === 'MissingQuotes') });
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

/** Every line end as a line feed, also where `\r\n` lies across two pieces. */
async function* lineFeeds(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let held = '';
  for await (const part of text) {
    const whole = held + part;
    held = whole.endsWith('\r') ? '\r' : '';
    yield (held ? whole.slice(0, -1) : whole).replace(/\r\n?/g, '\n');
  }
  if (held) yield '\n';
}
