import { encodeAddress } from './markdown-text.ts';

const plain = /^[\w./:?#=&@~+,;!$'()*-]*$/;

/** An address as it is written into a tag: percent-encoded but for what addresses are made of, so no character of it is markup. */
export function writtenAddress(typed: string): string {
  return plain.test(typed) ? typed : encodeAddress(typed);
}

const linkSchemes = new Set(['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp']);
const imageSchemes = new Set(['http', 'https']);

/** Whether a link may lead to this written address: within the site, or by a scheme that runs nothing. */
export const mayLinkTo = (address: string) => hasScheme(address, linkSchemes);

/** Whether a picture may come from this written address. */
export const mayShow = (address: string) => hasScheme(address, imageSchemes);

/** Another site's address. */
export const isElsewhere = (address: string) => /^(?:https?:|\/\/)/i.test(address);

/** What stands before a colon is a scheme, unless a slash, question mark or hash comes first. No control character is left in it. */
function hasScheme(address: string, schemes: Set<string>): boolean {
  const scheme = /^([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}
