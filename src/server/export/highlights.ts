import Papa from 'papaparse';
import type { HighlightedCopy } from '../../domain/highlight.ts';
import { allHighlights } from '../highlights.ts';
import type { Redis } from '../store/redis.ts';

/** All highlights as one Markdown text: a heading a page, each passage as a quotation with what was said of it below. */
export async function* highlightsMarkdown(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield '# Highlights\n';
  for await (const copy of allHighlights(redis, userId)) yield markdownOf(copy);
}

function markdownOf({ title, link, highlights }: HighlightedCopy): string {
  const passages = highlights.map(({ quote, comment }) => {
    const quoted = quote
      .trim()
      .split('\n')
      .map((line) => `> ${line}`.trimEnd());
    return `${quoted.join('\n')}\n${comment.trim() === '' ? '' : `\n${comment.trim()}\n`}`;
  });
  return `\n## [${title.replace(/[\\[\]]/g, '\\$&')}](<${link.replace(/[<>]/g, encodeURIComponent)}>)\n\n${passages.join('\n')}`;
}

const columns = ['title', 'link', 'quote', 'comment', 'created'] as const;

/** All highlights as a table, a line each. Cells that a spreadsheet would take for a formula are text. */
export async function* highlightsCsv(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield `${columns.join(',')}\r\n`;
  for await (const { title, link, highlights } of allHighlights(redis, userId)) {
    const rows = highlights.map(({ quote, comment, createdAt }) => [title, link, quote, comment, createdAt]);
    yield `${Papa.unparse(rows, { escapeFormulae: true })}\r\n`;
  }
}
