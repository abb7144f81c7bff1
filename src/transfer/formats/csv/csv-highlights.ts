import type { Found } from '../file.ts';
import { moment, foundHighlight } from '../field-values.ts';
import type { Row } from './rows.ts';

/** The columns of our own table of highlights: for people first, then what brings each one back as it was. */
export const highlightColumns = [
  ...(['title', 'link', 'quote', 'comment', 'created', 'updated'] as const),
  ...(['start', 'before', 'after', 'highlight', 'note', 'saved'] as const),
] as const;

/** Cells that a spreadsheet would take for a formula, and those that look as if they were made safe already. */
export const formulaLike = /^'*[=+\-@\t\r]/;

/** Our own table of highlights. Cells are taken as they are, but for the apostrophe that makes a formula text. */
export const highlightsCsv = {
  name: 'Commonplace (highlights, CSV)',
  columns: ['link', 'quote', 'comment'],
  entry: (row: Row, place: string, number: number): Found => {
    const cell = (name: (typeof highlightColumns)[number]) => unguarded(row[name] ?? '');
    const given = (name: (typeof highlightColumns)[number]) => cell(name) || undefined;
    return foundHighlight(place, {
      title: cell('title'),
      link: cell('link'),
      quote: cell('quote'),
      comment: cell('comment'),
      prefix: cell('before'),
      suffix: cell('after'),
      // The order of the lines is that of the text where no place is told.
      start: /^\d+$/.test(cell('start')) ? Number(cell('start')) : number,
      id: given('highlight'),
      createdAt: moment(cell('created')),
      updatedAt: moment(cell('updated')),
      note: given('note'),
      saved: moment(cell('saved')),
    });
  },
} as const;

function unguarded(cell: string): string {
  return cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;
}
