import type { ReadEntry } from '../file.ts';
import { parseDate, highlightEntry } from '../field-values.ts';
import { Review } from '../../../library/model/highlight.ts';
import { confidenceOf } from '../format.ts';
import type { Row } from './rows.ts';

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

/** Our own table of highlights, which has no column of anybody else. Cells are taken as they are, without the apostrophe that escapes a formula. */
export const highlightsCsv = {
  name: 'Commonplace (highlights, CSV)',
  columns: (there: ReadonlySet<string>) =>
    there.isSubsetOf(ownColumns) ? confidenceOf(['link', 'quote', 'comment'], there) : 0,
  entry: (row: Row, place: string, number: number): ReadEntry => {
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
  },
} as const;

/** How often it was remembered in its review, and when it is due again, as the export writes them. */
function reviewIn(remembered: string, due: string): Review | undefined {
  return Review.safeParse({ step: Number(remembered || Number.NaN), due: due === neverDue ? null : due }).data;
}

function unguarded(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
}
