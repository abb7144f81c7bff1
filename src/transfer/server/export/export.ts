import { exportFormats, type ExportFormat } from '../../model/export-formats.ts';
import type { User } from '../../../people/model/user.ts';
import { streamOf } from '../../../platform/server/http/text-stream.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { highlightsCsv, highlightsMarkdown } from './highlights.ts';
import { jsonExport, exported } from './json.ts';
import { markdownFiles, fileNameOf } from './markdown.ts';
import { siteFiles } from './site.ts';
import { zipOf, type ZipFile } from './zip.ts';
import { addressOf } from '../../../notes/model/note-access.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import { readChoices } from '../account/store/own-data.ts';
import { ownNotes, keptNotes, type KeptNote } from './own-notes.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import { writtenDate } from '../../../platform/model/dates.ts';
import { copyPageMark } from '../../formats/documents/copy-page.ts';

/** All that a person has, as a file of this format that is made while it is read. */
export function exportStream(
  redis: Redis,
  format: ExportFormat,
  user: User,
  siteUrl: string,
  now: Date,
): ReadableStream<Uint8Array> {
  switch (format) {
    case 'json':
      return streamOf(jsonExport(redis, user));
    case 'markdown':
      return zipOf(markdownFiles(redis, user.id));
    case 'netscape':
      return streamOf(netscapeExport(redis, user, siteUrl));
    case 'site':
      return zipOf(siteFiles(redis, user, siteUrl, now));
    case 'copies':
      return zipOf(copyFiles(redis, user.id));
    case 'highlights':
      return streamOf(highlightsMarkdown(redis, user.id));
    case 'highlights-csv':
      return streamOf(highlightsCsv(redis, user.id));
  }
}

/** What the file is called. */
export function exportName(format: ExportFormat, user: User, now: Date): string {
  return `commonplace-${user.handle}-${now.toISOString().slice(0, 10)}${exportFormats[format].ending}`;
}

/**
 * Bookmarks as every browser and bookmark service takes them: what is to be read in the way of Pinboard, favourites in
 * that of Raindrop.io. A note without a link leads to itself.
 */
async function* netscapeExport(redis: Redis, user: User, siteUrl: string): AsyncGenerator<string, void> {
  const { readingList } = await readChoices(redis, user.id);
  const places = new Map(readingList.map((place) => [place.id, place]));
  yield [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    '<TITLE>Bookmarks</TITLE>',
    '<H1>Bookmarks</H1>',
    '<DL><p>\n',
  ].join('\n');
  for await (const { note } of ownNotes(redis, user.id)) {
    const { url, title, body, tags, visibility, createdAt, updatedAt } = note;
    const place = places.get(note.uuid);
    const attributes = {
      HREF: url ?? siteUrl + addressOf(note),
      ADD_DATE: seconds(createdAt),
      LAST_MODIFIED: seconds(updatedAt),
      PRIVATE: visibility === 'public' ? '0' : '1',
      TAGS: tags.join(','),
      ...(place?.state === 'toread' && { TOREAD: '1' }),
      ...(place?.favourite && { 'DATA-IMPORTANT': 'true' }),
    };
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
    yield `<DT><A${written.join('')}>${escapeHtml(title)}</A>\n${body ? `<DD>${escapeHtml(body)}\n` : ''}`;
  }
  yield '</DL><p>\n';
}

function seconds(at: string): string {
  return String(Math.floor(Date.parse(at) / 1000));
}

/**
 * A page a copy, which any browser opens from disk. Nothing in it asks for the network but pictures. The note lies in it
 * as data, so that it can be brought in again.
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

/** The note without the HTML of its copy, which stands below. No less-than sign can end the element that holds it. */
function dataOf(kept: KeptNote): string {
  const { copy, ...note } = exported(kept);
  const { html: _, ...about } = copy ?? { html: '' };
  return JSON.stringify({ ...note, copy: about }).replaceAll('<', '\\u003c');
}
