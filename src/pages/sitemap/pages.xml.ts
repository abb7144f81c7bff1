import type { APIRoute } from 'astro';
import { sitemapFile } from '../../feeds/model/site-texts.ts';
import { siteIdentity } from '../../platform/server/env.ts';

/** Everything but the notes: what lists them. What is more than one file may name is in those that are numbered. */
export const GET: APIRoute = async ({ locals: { content } }) => {
  const [first = []] = await content.sitemapPages();
  const entries = first.map((path) => ({ path }));
  return new Response(sitemapFile(siteIdentity().url, entries));
};
