import { z } from 'zod';

/**
 * A domain as a ban names it: the host of an address in the letters of the web (`xn--…`), lower case, without `www.`,
 * port and the dot at its end. Takes a whole address too. A ban reaches every host below the domain.
 */
export const Domain = z
  .string()
  .max(2048)
  .transform((typed, context) => {
    const host = bannableHost(typed.trim());
    if (host !== undefined) return host;
    context.addIssue('Name a domain such as example.org.');
    return z.NEVER;
  });

function bannableHost(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const host = URL.canParse(address) ? plainHost(new URL(address)) : '';
  // One label alone is a whole top-level domain.
  return /^[^.]+(\.[^.]+)+$|^\[[\da-f:]+\]$/.test(host) ? host : undefined;
}

function plainHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');
}

/** The domains whose ban would reach these addresses: each host, and every domain above it. */
export function domainsOf(urls: readonly string[]): string[] {
  const found = new Set<string>();
  for (const url of urls) {
    if (!URL.canParse(url)) continue;
    const labels = plainHost(new URL(url)).split('.');
    for (let from = 0; from < Math.max(1, labels.length - 1); from += 1) found.add(labels.slice(from).join('.'));
  }
  return [...found];
}
