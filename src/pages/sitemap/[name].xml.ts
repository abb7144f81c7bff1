import type { APIRoute } from 'astro';
import { sitemapFile, sitemapParts } from '../../feeds/model/site-texts.ts';
import { noPage } from '../../platform/server/http/html.ts';
import { numberAfterFirst, pageNumber, paths } from '../../platform/model/paths.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Content } from '../../reading/model/content.ts';

/**
 * A part of the sitemap. Numbered parts contain notes; lists of notes are in `pages`, and in `pages-2` and so on if one
 * file may not hold them all.
 */
export const GET: APIRoute = async ({ locals: { content }, params: { name = '' } }) => {
  const entries = await entriesOf(content, name);
  return entries ? new Response(sitemapFile(siteIdentity().url, entries)) : noPage();
};

async function entriesOf(content: Content, name: string): Promise<{ path: string; changedAt?: string }[] | undefined> {
  if (!name.startsWith('pages')) {
    const parts = sitemapParts((await content.totals()).notes);
    const number = pageNumber(name);
    if (number === undefined || number > parts) return undefined;
    const notes = await content.announced({ number, parts });
    return notes.map((note) => ({ path: paths.note(note), changedAt: note.updatedAt }));
  }
  const pages = await content.sitemapPages();
  const number = numberAfterFirst(name === 'pages' ? undefined : name.replace('pages-', ''));
  if (number === undefined) return undefined;
  const listed = pages[number - 1] ?? (number === 1 ? [] : undefined);
  return listed?.map((path) => ({ path }));
}
