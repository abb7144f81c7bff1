import { hash } from 'node:crypto';

/**
 * Security headers of every answer of a function. The platform applies the headers of netlify.toml to files only, so they
 * are repeated here; a test compares the two.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  // For this host alone: what else runs on its subdomains is not ours to decide.
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Headers that browsers heed on documents only. Other files do without: a small script would be half as large again. */
export const forDocuments = Object.keys(securityHeaders).filter((name) => name !== 'X-Content-Type-Options');

const inPage = /<meta http-equiv="content-security-policy" content="([^"]*)"/i;

/**
 * The content security policy in a page's meta element, as a header. Unlike the element, a header applies from the first
 * byte, and can say who may frame the page. Undefined for text that is not a page.
 */
export function pagePolicy(html: string): string | undefined {
  const directives = inPage.exec(html.slice(0, 4096))?.[1];
  return directives && policyHeader(directives);
}

export function policyHeader(directives: string): string {
  return `${directives.replace(/;?\s*$/, '')}; frame-ancestors 'none'`;
}

/** Cache tags of the answers of functions: a write purges them from the CDN by these. */
export const cacheTags = {
  note: (uuid: string) => `note-${uuid}`,
  /** Every page that shows this person. */
  person: (userId: string) => `person-${userId}`,
  /** For an answer that shows a note and these people: a change of any of them purges it. */
  noteWith: (uuid: string, userIds: Iterable<string>): string =>
    [cacheTags.note(uuid), ...Array.from(new Set(userIds), cacheTags.person)].join(','),
  /** The files of a picture. */
  picture: (name: string) => `picture-${name}`,
  /** Every page that lists notes. */
  lists: 'note-lists',
  /** The pages of the moderation log. */
  log: 'moderation-log',
} as const;

/** The platform takes names of parameters only, so this is one that no link has. Somebody who sends it gets past the CDN. */
const noParameter = 'none';

/** Cache headers of pages that functions answer: browsers revalidate each time, the CDN may keep them for a while. */
export const pageCaching = {
  /**
   * The same for everyone, whatever the query. `tag` names what a change purges. Without the last header every query would
   * be an entry of its own in the CDN, so that any visitor could have a page made again for each request.
   */
  shared: (tag: string) => ({
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=60, stale-while-revalidate=600',
    'Netlify-Cache-Tag': tag,
    'Netlify-Vary': `query=${noParameter}`,
  }),
  /** Only for this visitor, or valid too briefly to be cached. */
  none: { 'Cache-Control': 'private, no-store' },
} as const;

/** The headers that follow from the HTML of a page. */
export function htmlHeaders(html: string): Record<string, string> {
  const policy = pagePolicy(html);
  return {
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    'Content-Type': 'text/html; charset=utf-8',
  };
}

/** The ETag of a body. It is weak, since compression changes the bytes but not the content. */
export function etagOf(bytes: Uint8Array): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** An HTML page with its status and headers. */
export function htmlResponse(status: number, html: string, headers: Record<string, string>): Response {
  return new Response(html, { status, headers: { ...headers, ...htmlHeaders(html) } });
}

/** A bare 404 for an address that names nothing. The caller renders the page that explains it. */
export function noPage(): Response {
  return new Response(null, { status: 404 });
}

/** A text for programs other than browsers. Other sites may fetch it. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Access-Control-Allow-Origin': '*' },
  });
}
