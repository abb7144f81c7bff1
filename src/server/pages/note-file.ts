import { payloadOf } from './payloads.ts';
import type { Content } from '../../domain/content.ts';
import { noteMarkdown } from '../../domain/feeds/note-markdown.ts';
import { filled } from '../../reading/shell.ts';
import { noteMarkup } from './markup.tsx';
import { siteIdentity } from '../site.ts';

const form = /^\/note\/detail\/([^/]+)\/[^/.]+(\.md|\/_payload\.json)?$/;

/**
 * The file of a note: its page (any note's page with this note filled in), its data or its Markdown. Undefined where the
 * address is of another form, where there is no such note, and for a page while no `page` is known to fill in.
 */
export async function noteFile(
  address: string,
  content: Content,
  page: string | undefined,
): Promise<string | undefined> {
  const [, uuid, ending] = form.exec(address) ?? [];
  if (uuid === undefined) return undefined;
  if (ending === '/_payload.json') {
    const path = decodeURIComponent(address.slice(0, -ending.length));
    const data = await payloadOf(content, path);
    return data && JSON.stringify({ path, data });
  }
  const entry = ending || page ? await content.note(uuid) : undefined;
  if (!entry) return undefined;
  if (ending) return entry.note.visibility === 'public' ? noteMarkdown(entry, siteIdentity().url) : undefined;
  if (page === undefined) return undefined;
  const { head, content: article } = noteMarkup(entry, await content.related(uuid));
  return filled(filled(page, 'head', head), 'content', article);
}
