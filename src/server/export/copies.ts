import type { Copy } from '../../domain/capture.ts';
import { writtenDate } from '../../domain/dates.ts';
import { readCopy } from '../store/copies.ts';
import type { Redis } from '../store/redis.ts';
import { escapeHtml } from '../markdown-text.ts';
import { fileNameOf } from './markdown.ts';
import { ownNotes } from './own-notes.ts';
import type { ZipFile } from './zip.ts';

/** A page a copy, which any browser opens from disk. Nothing in it asks for the network but pictures. */
export async function* copyFiles(redis: Redis, userId: string): AsyncGenerator<ZipFile, void> {
  for await (const { note } of ownNotes(redis, userId)) {
    const copy = note.url === null ? undefined : await readCopy(redis, note.uuid);
    if (copy)
      yield { name: `copies/${fileNameOf(note)}.html`, at: copy.at, text: async () => copyPage(note.title, copy) };
  }
}

function copyPage(title: string, { url, at, facts, html }: Copy): string {
  const by = [facts.author, facts.site, `as it was on ${writtenDate(at)}`].filter(Boolean).join(' · ');
  return `<!doctype html>
<html lang="${escapeHtml(facts.language || 'und')}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(facts.title || title)}</title>
<style>body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1.125rem/1.6 serif } img { max-width: 100% }</style>
<h1 dir="auto">${escapeHtml(facts.title || title)}</h1>
<p>${escapeHtml(by)}<br><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>
<main dir="auto">${html}</main>
</html>
`;
}
