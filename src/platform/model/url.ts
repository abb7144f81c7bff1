import { normalized } from './text/normal-form.ts';

const longest = 80;

/**
 * The readable last segment of a note's address, from a title in any script: lower case, letters, marks and
 * digits of every script kept, everything else folded to single hyphens, at most 80 characters cut at a word.
 * Latin letters lose their accents, since people retype addresses. A title without a letter gives `note`.
 */
export function slugOf(title: string): string {
  const words = normalized(withoutLatinAccents(title).toLowerCase())
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return cutAtWord(words) || 'note';
}

function withoutLatinAccents(text: string): string {
  if (ascii.test(text)) return text;
  return normalized(text, 'NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[ßẞ]/g, 'ss')
    .replace(/æ/gi, 'ae')
    .replace(/œ/gi, 'oe')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/đ/gi, 'd');
}

const ascii = /^[\x20-\x7e]*$/;

/** Counts UTF-16 units, so that the slug fits into a file name: 80 letters of some scripts take more than 255 bytes. */
function cutAtWord(slug: string): string {
  if (slug.length <= longest) return slug;
  const lastHyphen = slug.slice(0, longest + 1).lastIndexOf('-');
  return slug.slice(0, lastHyphen > 20 ? lastHyphen : longest).replace(/[\uD800-\uDBFF]$/, '');
}

/** Query parameters that say how a reader came to a page, never which page it is. */
const trackers = new Set(
  [
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igsh igshid li_fat_id epik srsltid',
    'mc_cid mc_eid mkt_tok _hsenc _hsmi _ga _gl _openstat oly_anon_id oly_enc_id vero_id vero_conv wickedid rb_clickid',
    'cmpid ncid s_cid __s',
  ]
    .join(' ')
    .split(' '),
);
const trackerFamilies = /^(utm|mtm|matomo|pk|piwik|hsa)_/;

/** A fragment that begins like this is a route of a single-page application, not a place within a page. */
const route = /^#!?\//;

/**
 * The normal form of a page's address, by which a link that is saved twice is recognised: host in lower case (ASCII, for every
 * script), no default port, no user, no fragment but a route (`#/a`; `#/` is the page itself), no trailing slashes, no tracking parameters, the
 * others in order of name, escapes only where they are needed. For comparing, not for opening. Undefined for anything but
 * a whole http or https address.
 */
export function normalUrl(address: string): string | undefined {
  const url = URL.parse(address.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const host = url.host.replace(/\.+(?=:\d+$|$)/, '');
  if (!host || host.startsWith(':')) return undefined;
  const path = plainEscapes(url.pathname).replace(/\/+$/, '') || '/';
  const hash = route.test(url.hash) ? plainEscapes(url.hash).replace(/\/+$/, '').replace(/^#!?$/, '') : '';
  return `${url.protocol}//${host}${path}${queryOf(url.search)}${hash}`;
}

/** The fragment of an address, without its `#`; empty if there is none, or if it is a route. */
export function fragmentOf(address: string): string {
  const { hash = '' } = URL.parse(address.trim()) ?? {};
  return route.test(hash) ? '' : plainEscapes(hash.slice(1));
}

function queryOf(search: string): string {
  const pairs = search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((pair) => ({ pair: plainEscapes(pair), name: plainEscapes(pair.split('=', 1)[0] ?? '') }))
    .filter(({ name }) => !trackers.has(name.toLowerCase()) && !trackerFamilies.test(name.toLowerCase()))
    .sort(({ name: one }, { name: other }) => (one < other ? -1 : one > other ? 1 : 0));
  return pairs.length > 0 ? `?${pairs.map(({ pair }) => pair).join('&')}` : '';
}

/** RFC 3986: `%7e` and `~` are equivalent, and so are `%2f` and `%2F`. */
function plainEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** The host of a link as readers know it: without `www.`, in the letters of its own script if it has any. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
