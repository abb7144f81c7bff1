import type { Copy } from '../../../capture/model/capture.ts';
import { writtenDate } from '../../../platform/model/dates.ts';
import { copyPageMark } from '../../formats/documents/copy-page.ts';
import { escapeHtml } from '../../../notes/server/markdown/markdown-text.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { exported } from './json.ts';
import { fileNameOf } from './markdown.ts';
import { keptNotes, type KeptNote } from './own-copies.ts';
import type { ZipFile } from './zip.ts';

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
