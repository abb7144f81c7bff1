import type { APIRoute } from 'astro';
import { noPage } from '../../platform/server/http/html.ts';
import { sitemapFile } from '../../feeds/model/site-texts.ts';
import { pageNumber } from '../../platform/model/paths.ts';
import { siteIdentity } from '../../platform/server/env.ts';

/** The files behind the first one, from 2 on. */
export const GET: APIRoute = async ({ locals: { content }, params }) => {
  const number = pageNumber(params.number) ?? 1;
  const pages = (await content.sitemapPages())[number - 1];
  if (number < 2 || !pages) return noPage();
  const entries = pages.map((path) => ({ path }));
  return new Response(sitemapFile(siteIdentity().url, entries));
};
