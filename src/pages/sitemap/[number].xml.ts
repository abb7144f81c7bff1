import type { APIRoute } from 'astro';
import { noPage } from '../../content/answers.ts';
import { pageNumber } from '../../domain/page-number.ts';
import { sitemapFile, sitemapParts } from '../../domain/feeds/sitemap.ts';
import { paths } from '../../domain/paths.ts';
import { siteIdentity } from '../../server/site.ts';

export const GET: APIRoute = async ({ locals: { content }, params }) => {
  const parts = sitemapParts((await content.totals()).notes);
  const number = pageNumber(params.number);
  if (number === undefined || number > parts) return noPage();
  const entries = (await content.announced({ number, parts })).map((note) => ({
    path: paths.note(note),
    changedAt: note.updatedAt,
  }));
  return new Response(sitemapFile(siteIdentity().url, entries));
};
