import type { ReadEntry } from '../file.ts';
import { parseDate } from '../field-values.ts';
import type { PlacedRow, Row } from './rows.ts';

/** `03/04/2024 5:06`: the first number may be the day or the month. */
const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/s;

const orders = ['day', 'month'] as const;
type Order = (typeof orders)[number];

/** What the dates of a column show so far: `sample` is an ambiguous one. */
type Column = { order?: Order; isGuessed?: boolean; isMixed?: boolean; sample?: string };

/** How much of a table is held back at most until the order of its dates is known, in characters. */
const maxHeld = 8_000_000;

/**
 * The rows of a table of unknown origin, with unambiguous dates. Whether the day comes first is decided for a whole column: by
 * a number above 12, otherwise by the other columns, otherwise by the delimiter. If nothing decides it, the month comes first,
 * and a remark after the rows says so.
 */
export async function* inDayOrder(
  rows: AsyncIterable<PlacedRow>,
  table: { isDate: (column: string) => boolean; delimiter: string; written: ReadonlyMap<string, string> },
): AsyncGenerator<PlacedRow, void> {
  const { isDate, delimiter, written } = table;
  const columns = new Map<string, Column>();
  let [waiting, size] = [[] as PlacedRow[], 0];
  let dates: string[] | undefined;
  const isOpen = () => [...columns.values()].some(({ order, sample }) => order === undefined && sample !== undefined);
  const all = function* () {
    for (const one of waiting) yield 'row' in one ? { ...one, row: dated(one.row, columns) } : one;
    [waiting, size] = [[], 0];
  };
  for await (const one of rows) {
    const row = 'row' in one ? one.row : undefined;
    dates ??= row && Object.keys(row).filter(isDate);
    for (const name of dates ?? []) inspect(row?.[name] ?? '', name, columns);
    if (waiting.length === 0 && (columns.size === 0 || !row)) {
      yield one;
      continue;
    }
    waiting.push(one);
    if (!isOpen()) yield* all();
    else if ((size += row ? JSON.stringify(row).length : 0) > maxHeld) {
      guess(columns, delimiter);
      yield* all();
    }
  }
  guess(columns, delimiter);
  yield* all();
  for (const [name, column] of columns) yield* remarkOn(written.get(name) ?? name, column);
}

function inspect(written: string, name: string, columns: Map<string, Column>): void {
  const cell = written.trim();
  const [, first = '', , second = ''] = slashed.exec(cell) ?? [];
  if (first === '') return;
  const column = columns.get(name) ?? {};
  columns.set(name, column);
  if (Number(first) === Number(second)) return;
  const isEither = Number(first) <= 12 && Number(second) <= 12;
  const order = Number(first) > 12 ? 'day' : 'month';
  if (isEither)
    column.sample ??= orders.every((each) => parseDate(inOrder(cell, each)) !== undefined) ? cell : undefined;
  else if (column.order !== undefined && column.order !== order) column.isMixed = true;
  else column.order = order;
}

/** Decides the order of columns whose own dates do not. */
function guess(columns: ReadonlyMap<string, Column>, delimiter: string): void {
  const decided = [...columns.values()].find(({ order, isGuessed }) => order !== undefined && !isGuessed)?.order;
  // Semicolons are used where numbers have decimal commas, and there the day comes first.
  const order = decided ?? (delimiter === ';' ? 'day' : undefined);
  for (const column of columns.values()) {
    if (column.order !== undefined) continue;
    column.order = order ?? 'month';
    column.isGuessed = order === undefined;
  }
}

function dated(row: Row, columns: ReadonlyMap<string, Column>): Row {
  const changed = [...columns].flatMap(([name, { order = 'month' }]): [string, string][] => {
    const read = inOrder((row[name] ?? '').trim(), order);
    const at = parseDate(read);
    return at === undefined ? [] : [[name, at]];
  });
  return { ...row, ...Object.fromEntries(changed) };
}

/** An unambiguous date: month first, with a full year. */
function inOrder(cell: string, order: Order): string | undefined {
  const [, first, , second, written = '', time = ''] = slashed.exec(cell) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const year = written.length === 4 ? written : `${Number(written) < 90 ? '20' : '19'}${written}`;
  const isDayFirst = Number(first) > 12 || (order === 'day' && Number(second) <= 12);
  return isDayFirst ? `${second}/${first}/${year}${time}` : `${first}/${second}/${year}${time}`;
}

const names = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function* remarkOn(name: string, { order = 'month', isGuessed, isMixed, sample }: Column): Generator<ReadEntry> {
  const at = sample === undefined ? undefined : parseDate(inOrder(sample, order));
  if ((!isGuessed && !isMixed) || sample === undefined || at === undefined) return;
  const why = isMixed ? 'others in this column stand in both orders' : 'no other date in this column tells which';
  const remark = `“${sample.slice(0, 40)}” can be read in two ways, and ${why}. It was read as ${names.format(new Date(at))}, as were others like it. If that’s wrong, undo this import, write dates like 2024-12-31 and import the file again.`;
  yield { place: `column ${name}`.slice(0, 300), remark };
}
