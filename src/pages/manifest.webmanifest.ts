import { paths } from '../platform/model/paths.ts';
import type { APIRoute } from 'astro';
import { siteIdentity } from '../platform/server/env.ts';

/** What a device asks before it installs the site as an app, and offers it among the places to share to. */
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

export const GET: APIRoute = () => new Response(webManifest(siteIdentity()));
