import type { APIRoute } from 'astro';
import { sitemapFiles } from '../../content/feeds.ts';
import { sitemapFile, type SitemapEntry } from '../../domain/feeds/sitemap.ts';
import { siteIdentity } from '../../server/site.ts';

type Props = { entries: SitemapEntry[] };

/** Without a cache key: any change of a note changes it. */
export async function getStaticPaths() {
  return (await sitemapFiles()).map(({ number, items }) => ({
    params: { number: String(number) },
    props: { entries: items } satisfies Props,
  }));
}

export const GET: APIRoute<Props> = ({ props }) => new Response(sitemapFile(siteIdentity().url, props.entries));
