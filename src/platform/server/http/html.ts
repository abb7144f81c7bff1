import { hash } from 'node:crypto';

/**
 * What every answer of a function says to browsers. The platform gives the headers of netlify.toml to files only, so
 * they stand here again; a test holds the two together.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Those that browsers look for in documents alone: with them a small script weighs half as much again. */
export const forDocuments = Object.keys(securityHeaders).filter((name) => name !== 'X-Content-Type-Options');

const inPage = /<meta http-equiv="content-security-policy" content="([^"]*)"/i;

/**
 * The policy that a page brings along in itself, as the header that says it too. A header holds from the first byte on and for
 * what a page may not say of itself: who may frame it. Undefined for what is no page.
 */
export function pagePolicy(html: string): string | undefined {
  const directives = inPage.exec(html.slice(0, 4096))?.[1];
  return directives && policyHeader(directives);
}

export function policyHeader(directives: string): string {
  return `${directives.replace(/;?\s*$/, '')}; frame-ancestors 'none'`;
}

/** The names under which the CDN keeps what functions answered, so that a write can drop it. */
export const cacheTags = {
  note: (uuid: string) => `note-${uuid}`,
  /** Every page that shows this person. */
  person: (userId: string) => `person-${userId}`,
  /** Of an answer that shows a note and these people: it goes with any of them. */
  noteWith: (uuid: string, userIds: Iterable<string>): string =>
    [cacheTags.note(uuid), ...Array.from(new Set(userIds), cacheTags.person)].join(','),
  /** The files of a picture. */
  picture: (name: string) => `picture-${name}`,
  /** Every page that lists notes. */
  lists: 'note-lists',
  /** The pages of the moderation log. */
  log: 'moderation-log',
} as const;

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

/** What an HTML page says of itself. */
export function htmlHeaders(html: string): Record<string, string> {
  const policy = pagePolicy(html);
  return {
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    'Content-Type': 'text/html; charset=utf-8',
  };
}

/** The name of what is kept and sent again. It is weak, since a compressed answer has other bytes and says the same. */
export function etagOf(bytes: Uint8Array): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** An HTML page with its status and headers. */
export function htmlResponse(status: number, html: string, headers: Record<string, string>): Response {
  return new Response(html, { status, headers: { ...headers, ...htmlHeaders(html) } });
}

/** What a route answers whose address names nothing. Who asked for the page says so in words. */
export function noPage(): Response {
  return new Response(null, { status: 404 });
}

/** A text for other programs than browsers, which sites of others may fetch. */
export function textResponse(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Access-Control-Allow-Origin': '*' },
  });
}
