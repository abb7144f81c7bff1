import GithubSlugger from 'github-slugger';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { idPrefixOf, plainText, encodeAddress } from './markdown-text.ts';

const plain = /^[\w./:?#=&@~+,;!$'()*-]*$/;

/** An address as it is written into a tag: percent-encoded but for what addresses are made of, so no character of it is markup. */
export function writtenAddress(typed: string): string {
  return plain.test(typed) ? typed : encodeAddress(typed);
}

const linkSchemes = new Set(['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp']);
const imageSchemes = new Set(['http', 'https']);

/** Whether a link may lead to this written address: within the site, or by a scheme that runs nothing. */
const mayLinkTo = (address: string) => hasScheme(address, linkSchemes);

/** Whether a picture may come from this written address. */
const mayShow = (address: string) => hasScheme(address, imageSchemes);

/** Another site's address. */
const isElsewhere = (address: string) => /^(?:https?:|\/\/)/i.test(address);

/** What stands before a colon is a scheme, unless a slash, question mark or hash comes first. No control character is left in it. */
function hasScheme(address: string, schemes: Set<string>): boolean {
  const scheme = /^([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}

/** What the parsed text needs to stand in a page: heading levels and ids, and where links and pictures may lead. */
export function structure(parser: MarkdownIt): void {
  parser.core.ruler.push('name_headings', nameHeadings);
  parser.core.ruler.push('judge_addresses', ({ tokens }) => tokens.forEach(judgeAddresses));
  parser.core.ruler.push('align_cells', ({ tokens }) => tokens.forEach(alignCell));
  parser.core.ruler.push('directions', markDirections);
}

/** The note's title is the page's only h1, so a body that uses h1 moves down a level. Headings get ids to link to. */
function nameHeadings({ tokens, env }: StateCore): void {
  const shift = tokens.some((token) => token.tag === 'h1') ? 1 : 0;
  const slugger = new GithubSlugger();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') return;
    token.tag = `h${Math.min(6, Number(token.tag[1]) + shift)}`;
    if (token.type === 'heading_open') {
      const slug = slugger.slug(plainText(tokens[index + 1]?.children, false));
      token.attrSet('id', `${idPrefixOf(env)}h-${slug}`);
    }
  });
}

/** Links to elsewhere are a writer's, not the site's: search engines and the target are told so. Pictures wait to be seen. */
function judgeAddresses(token: Token): void {
  if (token.type === 'link_open') {
    const href = String(token.attrGet('href') ?? '');
    if (!mayLinkTo(href)) drop(token, 'href');
    else if (isElsewhere(href)) token.attrSet('rel', 'ugc noopener');
  }
  if (token.type === 'image') {
    if (!mayShow(String(token.attrGet('src') ?? ''))) drop(token, 'src');
    token.attrSet('loading', 'lazy');
    token.attrSet('decoding', 'async');
  }
  if (token.type === 'inline') token.children?.forEach(judgeAddresses);
}

function drop(token: Token, name: string): void {
  token.attrs = token.attrs?.filter(([attribute]) => attribute !== name) ?? null;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Where a text has words that run from right to left, each of its blocks runs as its own words do. */
function markDirections({ src, tokens }: StateCore): void {
  if (!rightToLeft.test(src)) return;
  for (const token of tokens) if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
}

/** The parser aligns cells by inline styles, which the Content-Security-Policy refuses. */
function alignCell(token: Token): void {
  const align = token.tag === 'th' || token.tag === 'td' ? token.attrGet('style') : null;
  if (align !== null) token.attrs = [['align', String(align).replace('text-align:', '')]];
}
