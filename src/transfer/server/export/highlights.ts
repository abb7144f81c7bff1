import Papa from 'papaparse';
import type { HighlightedCopy, Highlight } from '../../../library/model/highlight.ts';
import { formulaLike, highlightColumns } from '../../formats/csv/csv-highlights.ts';
import { highlightsMark, saidIn } from '../../formats/documents/highlights-markdown.ts';
import { allHighlights } from '../../../library/server/highlights.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/**
 * A page's highlights as Markdown. What a reader of the text has no use for, and what the text cannot show as it is,
 * lies in comments that no reader of Markdown shows, so that all of it comes back.
 */
export function markdownOf({ uuid, title, link, createdAt, highlights }: HighlightedCopy): string {
  const shown = link.replace(/[<>]/g, encodeURIComponent);
  const about = { note: uuid, saved: createdAt, ...(shown === link ? {} : { link }) };
  const heading = `## [${title.replace(/[\\[\]]/g, '\\$&')}](<${shown}>)`;
  return `\n${heading}\n${dataLine(about)}\n${highlights.map(passageOf).join('\n')}`;
}

function passageOf({ quote, comment, ...more }: Highlight): string {
  const quoted = quote
    .trim()
    .split(/\r\n?|\n/)
    .map(quotedLine);
  const said = comment.trim().split('\n').map(saidLine);
  const hidden = {
    ...more,
    ...(quoted.map((line) => line.slice(2)).join('\n') === quote ? {} : { quote }),
    ...(saidIn(said) === comment ? {} : { comment }),
  };
  return `\n${quoted.join('\n')}\n${comment.trim() === '' ? '' : `\n${said.join('\n')}\n`}\n${dataLine(hidden)}\n`;
}

const quotedLine = (line: string) => `> ${line}`.trimEnd();

/** A line that would begin a quotation, a heading or a comment of the file is text. */
const saidLine = (line: string) => line.replace(/^(?=\\*[>#<])/, '\\');

/** One line that ends where it ends: nothing in it can close the comment. */
function dataLine(data: object): string {
  return `<!-- ${JSON.stringify(data).replaceAll('>', '\\u003e')} -->`;
}

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
