import type { APIRoute } from 'astro';
import { mostInSitemap, sitemapFile } from '../../domain/feeds/sitemap.ts';
import { paths } from '../../domain/paths.ts';
import { NoteOrder } from '../../domain/ranking.ts';
import { siteIdentity } from '../../server/site.ts';

/** Everything but the notes: what lists them. */
export const GET: APIRoute = async ({ locals: { content } }) => {
  const { tags } = await content.totals();
  const orders = NoteOrder.options.map(paths.order);
  const pages = [...orders, ...(tags > 0 ? [paths.tags] : []), ...(await content.indexPages())];
  const listed = pages.slice(0, mostInSitemap).map((path) => ({ path }));
  return new Response(sitemapFile(siteIdentity().url, listed));
};
