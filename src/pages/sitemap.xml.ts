import type { APIRoute } from 'astro';
import { feedPaths } from '../feeds/model/addresses.ts';
import { sitemapIndex, sitemapParts } from '../feeds/model/site-texts.ts';
import { siteIdentity } from '../platform/server/env.ts';

export const GET: APIRoute = async ({ locals: { content } }) => {
  const parts = sitemapParts((await content.totals()).notes);
  const numbers = Array.from({ length: parts }, (_, index) => index + 1);
  const pages = (await content.sitemapPages()).map((_, index) => feedPaths.sitemapPages(index + 1));
  const files = [...numbers.map(feedPaths.sitemapPart), ...pages].map((path) => ({ path }));
  return new Response(sitemapIndex(siteIdentity().url, files));
};
