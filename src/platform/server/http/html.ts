import { pagePolicy } from './page-policy.ts';

/** Headers of pages that functions answer: the browser asks again each time, the CDN may keep them as long as said. */
export const pageCaching = {
  /** The same for everyone. `tag` names what a change purges. */
  shared: (tag: string) => ({
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=60, stale-while-revalidate=600',
    'Netlify-Cache-Tag': tag,
  }),
  /** For this visitor alone, or not for long. */
  none: { 'Cache-Control': 'private, no-store' },
} as const;

/** An HTML page with its status and headers. */
export function htmlResponse(status: number, html: string, headers: Record<string, string>): Response {
  const policy = pagePolicy(html);
  return new Response(html, {
    status,
    headers: {
      ...headers,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
      'Content-Type': 'text/html; charset=utf-8',
    },
  });
}
