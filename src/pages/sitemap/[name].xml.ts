import type { APIRoute } from 'astro';
import { sitemapFile, sitemapParts } from '../../feeds/model/site-texts.ts';
import { noPage } from '../../platform/server/http/html.ts';
import { numberAfterFirst, pageNumber, paths } from '../../platform/model/paths.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Content } from '../../reading/model/content.ts';

/**
 * A part of the sitemap. Notes are in those that are numbers; all that lists them is in `pages`, and what is more than one
 * file may name in `pages-2` and on.
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
