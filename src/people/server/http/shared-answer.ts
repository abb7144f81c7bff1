import { environment } from '../../../platform/server/env.ts';
import { hasSessionCookie, sessionCookieName } from '../session.ts';

/**
 * Headers of an answer that is the same for everyone who is not signed in: the CDN keeps that one under `tag`, which a
 * write purges, so that reading without an account costs no call of a function while nothing changes.
 */
export function sharedUnlessSignedIn(request: Request, tag: string): Record<string, string> {
  const vary = { 'Netlify-Vary': `query,cookie=${sessionCookieName(environment().SITE_URL)}` };
  return hasSessionCookie(request)
    ? { ...vary, 'Netlify-CDN-Cache-Control': 'private, no-store' }
    : {
        ...vary,
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=60, stale-while-revalidate=60',
        'Netlify-Cache-Tag': tag,
      };
}
