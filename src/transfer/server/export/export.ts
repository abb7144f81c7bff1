import type { ChosenExport } from '../../model/export.ts';
import { exportFormats, type ExportFormat } from '../../model/export-formats.ts';
import type { User } from '../../../people/model/user.ts';
import { streamOf } from '../../../platform/server/http/text-stream.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { jsonExport, exported } from './json.ts';
import { markdownFiles, fileNameOf } from './markdown.ts';
import { netscapeExport } from './netscape.ts';
import { siteFiles } from './site.ts';
import { zipOf, type ZipFile } from './zip.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { keptNotes, unlessClosed, type KeptNote } from './own-notes.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import { writtenDate } from '../../../platform/model/dates.ts';
import { copyPageMark } from '../../formats/documents/copy-page.ts';
import Papa from 'papaparse';
import type { HighlightedCopy, Highlight } from '../../../library/model/highlight.ts';
import { formulaLike, highlightColumns, neverDue } from '../../formats/csv/csv-highlights.ts';
import { highlightsMark, commentFrom } from '../../formats/documents/highlights-markdown.ts';
import { allHighlights } from '../../../library/server/highlights.ts';

/**
 * A page's highlights as Markdown. What a reader does not need, and what the text cannot show exactly, stands in comments
 * that Markdown programs hide, so that all of it can be imported again.
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
  const commentLines = comment.trim().split('\n').map(commentLine);
  const hidden = {
    ...more,
    ...(quoted.map((line) => line.slice(2)).join('\n') === quote ? {} : { quote }),
    ...(commentFrom(commentLines) === comment ? {} : { comment }),
  };
  return `\n${quoted.join('\n')}\n${comment.trim() === '' ? '' : `\n${commentLines.join('\n')}\n`}\n${dataLine(hidden)}\n`;
}

const quotedLine = (line: string) => `> ${line}`.trimEnd();

/** A line that would look like a quotation, a heading or a comment of the file is escaped. */
const commentLine = (line: string) => line.replace(/^(?=\\*[>#<])/, '\\');

/** Data as one comment line. Nothing in it can close the comment. */
function dataLine(data: object): string {
  return `<!-- ${JSON.stringify(data).replaceAll('>', '\\u003e')} -->`;
}

/** All highlights as one Markdown text: a heading for each page, each passage as a quotation with its comment below. */
export async function* highlightsMarkdown(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield `${highlightsMark}\n\n# Highlights\n`;
  for await (const copy of allHighlights(redis, userId)) yield markdownOf(copy);
}

/** All highlights as a table, one row each. Cells that a spreadsheet would take for formulas are marked as text. */
export async function* highlightsCsv(redis: Redis, userId: string): AsyncGenerator<string, void> {
  yield tableOf([]);
  for await (const copy of allHighlights(redis, userId)) yield rowsOf(copy);
}

export function tableOf(copies: readonly HighlightedCopy[]): string {
  return [`${highlightColumns.join(',')}\r\n`, ...copies.map(rowsOf)].join('');
}

function rowsOf({ uuid, title, link, createdAt: saved, highlights }: HighlightedCopy): string {
  const rows = highlights.map(({ quote, comment, createdAt, updatedAt, start, prefix, suffix, id, review }) => [
    ...[title, link, quote, comment, createdAt, updatedAt],
    ...[start, prefix, suffix, id, uuid, saved],
    ...(review ? [review.step, review.due ?? neverDue] : ['', '']),
  ]);
  return `${Papa.unparse(rows, { escapeFormulae: formulaLike })}\r\n`;
}

const wholeOf =
  (redis: Redis, user: User) =>
  <Part>(parts: AsyncIterable<Part>) =>
    unlessClosed(redis, user.id, parts);

/**
 * All that a person has, as a file in this format. It is made while it is read, and breaks off if it cannot be whole.
 */
export function exportStream(
  redis: Redis,
  format: ExportFormat,
  user: User,
  siteUrl: string,
  now: Date,
): ReadableStream<Uint8Array> {
  const whole = wholeOf(redis, user);
  switch (format) {
    case 'json':
    case 'markdown':
    case 'netscape':
      return chosenStream(redis, { format }, user, siteUrl);
    case 'site':
      return zipOf(whole(siteFiles(redis, user, siteUrl, now)));
    case 'copies':
      return zipOf(whole(copyFiles(redis, user.id)));
    case 'highlights':
      return streamOf(whole(highlightsMarkdown(redis, user.id)));
    case 'highlights-csv':
      return streamOf(whole(highlightsCsv(redis, user.id)));
  }
}

/** The same for some notes only, or for all without `ids`. */
export function chosenStream(
  redis: Redis,
  { format, ids }: Pick<ChosenExport, 'format'> & { ids?: ChosenExport['ids'] },
  user: User,
  siteUrl: string,
): ReadableStream<Uint8Array> {
  const whole = wholeOf(redis, user);
  switch (format) {
    case 'json':
      return streamOf(whole(jsonExport(redis, user, ids)));
    case 'markdown':
      return zipOf(whole(markdownFiles(redis, user.id, ids)));
    case 'netscape':
      return streamOf(whole(netscapeExport(redis, user, siteUrl, ids)));
  }
}

/** The name of the file. */
export function exportName(format: ExportFormat, user: User, now: Date): string {
  return `commonplace-${user.handle}-${now.toISOString().slice(0, 10)}${exportFormats[format].ending}`;
}

/**
 * A page for each copy, which any browser opens from disk. It needs the network only for pictures. It holds the note as
 * data, so that it can be imported again.
 */
export async function* copyFiles(redis: Redis, userId: string): AsyncGenerator<ZipFile, void> {
  for await (const kept of keptNotes(redis, userId)) {
    const { note, copy } = kept;
    if (copy) yield { name: `copies/${fileNameOf(note)}.html`, at: copy.at, text: async () => copyPage(kept, copy) };
  }
}

function copyPage(kept: KeptNote, { url, at, facts, html }: Copy): string {
  const title = facts.title || kept.note.title;
  const by = [facts.author, facts.site, `as it was on ${writtenDate(at)}`].filter(Boolean).join(' · ');
  return `<!doctype html>
<html lang="${escapeHtml(facts.language || 'und')}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${copyPageMark}
<title>${escapeHtml(title)}</title>
<style>body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1.125rem/1.6 serif } img { max-width: 100% }</style>
<script type="application/json">${dataOf(kept)}</script>
<h1 dir="auto">${escapeHtml(title)}</h1>
<p>${escapeHtml(by)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>
<main dir="auto">${html}</main>
</html>
`;
}

/** The note without the HTML of its copy, which stands below. No "<" is left that could end the script element. */
function dataOf(kept: KeptNote): string {
  const { copy, ...note } = exported(kept);
  const { html: _, ...about } = copy ?? { html: '' };
  return JSON.stringify({ ...note, copy: about }).replaceAll('<', '\\u003c');
}
