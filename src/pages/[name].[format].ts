import type { APIRoute } from 'astro';
import { feedPaths } from '../feeds/model/addresses.ts';
import { feedLimits } from '../feeds/model/feed.ts';
import { llmsTxt, openSearchXml, robotsTxt, sitemapIndex, sitemapParts } from '../feeds/model/site-texts.ts';
import { feedRoute } from '../feeds/pages/feeds.ts';
import { paths } from '../platform/model/paths.ts';
import { siteIdentity } from '../platform/server/site.ts';
import worker from '../platform/worker/worker.ts?worker&url';

/** The files at the root of the site for other programs; all other names may be those of feeds. */
const files: Record<string, APIRoute> = {
  'llms.txt': async ({ locals }) =>
    new Response(llmsTxt(siteIdentity(), await locals.content.newest(feedLimits.entries))),
  'manifest.webmanifest': () => new Response(webManifest(siteIdentity())),
  'opensearch.xml': () =>
    new Response(openSearchXml(siteIdentity()), {
      headers: { 'Content-Type': 'application/opensearchdescription+xml; charset=utf-8' },
    }),
  'robots.txt': () => new Response(robotsTxt(siteIdentity().url)),
  async 'sitemap.xml'({ locals: { content } }) {
    const parts = sitemapParts((await content.totals()).notes);
    const numbers = Array.from({ length: parts }, (_, index) => index + 1);
    const pages = (await content.sitemapPages()).map((_, index) => feedPaths.sitemapPages(index + 1));
    const entries = [...numbers.map(feedPaths.sitemapPart), ...pages].map((path) => ({ path }));
    return new Response(sitemapIndex(siteIdentity().url, entries));
  },
  /** The service worker has a permanent address; the name of its code changes with the code. */
  'sw.js': () => new Response(`importScripts(${JSON.stringify(worker)});\n`),
};

export const GET: APIRoute = (context) => {
  const file = `${context.params.name}.${context.params.format}`;
  return (Object.hasOwn(files, file) ? files[file] : undefined)?.(context) ?? feedRoute('site')(context);
};

/** The manifest that a device reads to install the site as an app and to offer it as a share target. */
function webManifest({ name, description }: { name: string; description: string }): string {
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    name,
    short_name: name,
    description,
    id: paths.home,
    start_url: paths.home,
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fcfcfd',
    theme_color: '#fcfcfd',
    icons: [
      icon('/favicon.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Write', url: paths.write },
      { name: 'Search', url: paths.search },
    ],
    share_target: { action: paths.write, method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  });
}
