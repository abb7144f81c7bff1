import type { Items, ReadEntry } from '../file.ts';
import { parseDate, highlightEntry } from '../field-values.ts';
import { Review } from '../../../library/model/highlight.ts';
import { confidenceOf } from '../format.ts';
import type { PlacedRow, Row } from './rows.ts';
import { cutTo } from '../../../platform/model/text/plain-text.ts';

/** The columns of our own table of highlights: first those for people, then those for an exact import. */
export const highlightColumns = [
  ...(['title', 'link', 'quote', 'comment', 'created', 'updated'] as const),
  ...(['start', 'before', 'after', 'highlight', 'note', 'saved', 'remembered', 'due'] as const),
] as const;

/** What the table says of a highlight that was taken out of the review. */
export const neverDue = 'never';

/** Cells that a spreadsheet would take for a formula, and those that look already escaped. */
export const formulaLike = /^'*[=+\-@\t\r]/;

const ownColumns: ReadonlySet<string> = new Set(highlightColumns);

/** Columns that no other program has together. */
const ours = ['highlight', 'remembered', 'due'] as const;

/** Our own table of highlights, perhaps with columns that somebody added, which are left out. */
export const highlightsCsv = {
  name: 'Commonplace (highlights, CSV)',
  columns: (there: ReadonlySet<string>) => {
    const isOurs =
      ours.every((name) => there.has(name)) || [...there].every((name) => name === '' || ownColumns.has(name));
    return isOurs ? confidenceOf(['link', 'quote', 'comment'], there) : 0;
  },
  entries: async function* (rows: AsyncIterable<PlacedRow>): Items {
    const more = new Set<string>();
    let number = 0;
    for await (const one of rows) {
      number += 1;
      if (!('row' in one)) {
        yield one;
        continue;
      }
      yield entryOf(one.row, one.place, number);
      for (const [name, cell] of Object.entries(one.row)) if (cell && !ownColumns.has(name)) more.add(name);
    }
    const names = [...more].slice(0, 20).map((name) => cutTo(name, 20));
    if (names.length > 0)
      yield { place: 'the file', remark: `Left out, as highlights have no such field: ${names.join(', ')}.` };
  },
} as const;

/** Cells are taken as they are, without the apostrophe that escapes a formula. */
function entryOf(row: Row, place: string, number: number): ReadEntry {
  const cell = (name: (typeof highlightColumns)[number]) => unguarded(row[name] ?? '');
  const given = (name: (typeof highlightColumns)[number]) => cell(name) || undefined;
  return highlightEntry(place, {
    title: cell('title'),
    link: cell('link'),
    quote: cell('quote'),
    comment: cell('comment'),
    prefix: cell('before'),
    suffix: cell('after'),
    // Without a position, passages keep the order of the lines.
    start: /^\d+$/.test(cell('start')) ? Number(cell('start')) : number,
    id: given('highlight'),
    createdAt: parseDate(cell('created')),
    updatedAt: parseDate(cell('updated')),
    note: given('note'),
    saved: parseDate(cell('saved')),
    review: reviewIn(cell('remembered'), cell('due')),
  });
}

/** How often it was remembered in its review, and when it is due again, as the export writes them. */
function reviewIn(remembered: string, due: string): Review | undefined {
  return Review.safeParse({ step: Number(remembered || Number.NaN), due: due === neverDue ? null : due }).data;
}

function unguarded(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
}
