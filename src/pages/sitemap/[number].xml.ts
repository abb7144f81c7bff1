import type { APIRoute } from 'astro';
import { noPage } from '../../platform/server/http/html.ts';
import { paths, pageNumber } from '../../platform/model/paths.ts';
import { sitemapFile, sitemapParts } from '../../feeds/model/site-texts.ts';
import { siteIdentity } from '../../platform/server/env.ts';

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
