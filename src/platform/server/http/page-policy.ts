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
