/**
 * Whether a call that changes something comes from the site's own pages, so that no other site can act with a
 * visitor's cookie. Browsers say so in `Sec-Fetch-Site`, older ones in `Origin`; a call with neither is refused.
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'same-origin') return true;
  if (site === 'same-site' || site === 'cross-site') return false;
  const origin = request.headers.get('Origin');
  // The address of the request counts too: deploy previews live at other addresses than SITE_URL.
  return origin !== null && (origin === new URL(siteUrl).origin || origin === new URL(request.url).origin);
}
