import Papa from 'papaparse';
import type { HighlightedCopy } from '../../../library/model/highlight.ts';
import { formulaLike, highlightColumns } from '../../formats/csv/csv-highlights.ts';
import { highlightsMark } from '../../formats/documents/highlights-markdown.ts';
import { allHighlights } from '../../../library/server/highlights.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { markdownOf } from './highlights-text.ts';

/** All highlights as one Markdown text: a heading a page, each passage as a quotation with what was said of it below. */
export async function* highlightsMarkdown(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield `${highlightsMark}\n\n# Highlights\n`;
  for await (const copy of allHighlights(redis, userId)) yield markdownOf(copy);
}

/** All highlights as a table, a line each. Cells that a spreadsheet would take for a formula are text. */
export async function* highlightsCsv(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield tableOf([]);
  for await (const copy of allHighlights(redis, userId)) yield rowsOf(copy);
}

export function tableOf(copies: readonly HighlightedCopy[]): string {
  return [`${highlightColumns.join(',')}\r\n`, ...copies.map(rowsOf)].join('');
}

function rowsOf({ uuid, title, link, createdAt: saved, highlights }: HighlightedCopy): string {
  const rows = highlights.map(({ quote, comment, createdAt, updatedAt, start, prefix, suffix, id }) => [
    ...[title, link, quote, comment, createdAt, updatedAt],
    ...[start, prefix, suffix, id, uuid, saved],
  ]);
  return `${Papa.unparse(rows, { escapeFormulae: formulaLike })}\r\n`;
}
