import Papa from 'papaparse';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { formulaLike } from '../../formats/csv/csv-highlights.ts';
import type { ImportLine } from '../../model/import.ts';
import { readImport } from '../store/imports.ts';

const columns = ['place', 'outcome', 'title', 'address', 'note', 'merged with', 'kept alongside', 'left out', 'says'];
const linesAtOnce = 1000;

/** Every line of a report as CSV, for spreadsheets, which execute no cell of it. */
export async function* reportCsv(redis: Redis, userId: string, id: string): AsyncGenerator<string, void> {
  yield `${columns.join(',')}\r\n`;
  for (let from = 0; ; from += linesAtOnce) {
    const lines = (await readImport(redis, userId, id, { from, count: linesAtOnce }))?.lines ?? [];
    if (lines.length > 0) yield `${Papa.unparse(lines.map(rowOf), { escapeFormulae: formulaLike })}\r\n`;
    if (lines.length < linesAtOnce) return;
  }
}

function rowOf({ place, outcome, title, url, uuid, with: other, ...line }: ImportLine): string[] {
  const { aside = [], leftOut = [], says = '' } = line;
  return [place, outcome, title, url ?? '', uuid ?? '', other ?? '', aside.join(', '), leftOut.join(', '), says];
}
