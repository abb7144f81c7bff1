import type { Config } from '@netlify/functions';
import type { Session } from '../src/people/model/user.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import {
  clearedCookie,
  hasSessionCookie,
  readSessionUser,
  renewedCookie,
  sessionCookieName,
  sessionUserOf,
  signOut,
} from '../src/people/server/session.ts';

export default endpoint({
  async GET(request) {
    const headers = new Headers({ 'Netlify-Vary': `cookie=${sessionCookieName(environment().SITE_URL)}` });
    if (!hasSessionCookie(request)) {
      headers.set('Netlify-CDN-Cache-Control', 'public, durable, max-age=86400, stale-while-revalidate=604800');
      return Response.json({} satisfies Session, { headers });
    }
    headers.set('Netlify-CDN-Cache-Control', 'private, no-store');
    const session = await readSessionUser(request);
    // A cookie that opens nothing is taken back, so that the next page load is answered by the CDN again.
    const cookie = session ? await renewedCookie(session) : clearedCookie();
    if (cookie) headers.set('Set-Cookie', cookie);
    return Response.json((session ? { user: sessionUserOf(session.user) } : {}) satisfies Session, { headers });
  },

  async DELETE(request) {
    return Response.json({ loggedOut: true }, { headers: { 'Set-Cookie': await signOut(request) } });
  },
});

export const config: Config = { path: '/api/_auth/session' };
