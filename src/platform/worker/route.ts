/** What a request is to the worker. Everything that it does not name goes its usual way, unseen. */
export type Route = 'page' | 'asset' | 'build' | 'session' | 'list' | 'save' | 'other';

type Asked = Pick<Request, 'method' | 'mode' | 'url'> & { headers: Pick<Headers, 'get'> };

/** Only requests of the own origin are anything but `other`; nor is a page that the browser fetches ahead a page read. */
export function routeOf({ method, mode, url, headers }: Asked, origin: string): Route {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return 'other';
  if (pathname === '/api/_auth/session') return 'session';
  if (/^\/api\/notes\/[^/]+\/save$/.test(pathname)) return 'save';
  if (method !== 'GET') return 'other';
  if (pathname === '/builds/latest.json') return 'build';
  if (pathname === '/api/reading-list') return 'list';
  if (pathname.startsWith('/_astro/')) return 'asset';
  if (mode !== 'navigate' || headers.get('sec-purpose')?.includes('prefetch')) return 'other';
  // Files that are downloaded or shown by the browser itself are no pages.
  return pathname.startsWith('/api/') || /\.[a-z]+$/i.test(pathname) ? 'other' : 'page';
}
