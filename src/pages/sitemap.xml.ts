import type { APIRoute } from 'astro';
import { sitemapFiles } from '../content/feeds.ts';
import { feedPaths } from '../domain/feeds/addresses.ts';
import { sitemapIndex } from '../domain/feeds/sitemap.ts';
import { siteIdentity } from '../server/site.ts';

export const GET: APIRoute = async () => {
  const files = (await sitemapFiles()).map(({ number }) => ({ path: feedPaths.sitemapFile(number) }));
  return new Response(sitemapIndex(siteIdentity().url, files));
};
