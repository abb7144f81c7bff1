import GithubSlugger from 'github-slugger';
import type { MarkdownIt, StateCore, StateInline } from 'markdown-it';
import { readWikilink, wikilinkHere } from '../../model/wikilink.ts';
import { limits } from '../../../platform/model/limits.ts';
import { escapeHtml, idPrefixOf, unescapeAll } from './markdown-text.ts';

/**
 * `[[Title]]` becomes its words between tags that say which note it names: where that is, and who may read it, is not
 * known while a text is parsed, and differs from reader to reader. `linkedHtml` puts links there; without it, the words
 * stand alone. Left as typed where `wikilinks` of the text's environment is false.
 */
export function wikilinks(parser: MarkdownIt): void {
  parser.inline.ruler.before('link', 'wikilink', wikilink);
  parser.core.ruler.push('link_own_notes', linkOwnNotes);
  parser.renderer.rules.wikilink_open = (tokens, index) => {
    const { target, part } = tokens[index]?.meta as { target: string; part: string | undefined };
    return `<a data-note="${escapeHtml(target)}"${part === undefined ? '' : ` data-part="${escapeHtml(part)}"`}>`;
  };
  parser.renderer.rules.wikilink_close = () => '</a>';
}

function wikilink(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[[', state.pos) || state.linkLevel > 0 || state.env.wikilinks === false) return false;
  wikilinkHere.lastIndex = state.pos;
  const [whole = '', written = ''] = wikilinkHere.exec(state.src) ?? [];
  const link = whole.length > 0 && state.pos + whole.length <= state.posMax ? readWikilink(written) : undefined;
  // Where the text says what such a label leads to, it is an ordinary link.
  if (!link || state.env.references?.[state.md.utils.normalizeReference(written)]) return false;
  if (!silent) {
    // Of a note that is shown within this one, as other programs do, the words are shown.
    state.pending = state.pending.replace(/(?<![^\s(])!$/, '');
    const part = link.heading === undefined ? undefined : `${idPrefixOf(state.env)}h-${slugOf(link.heading)}`;
    const isHere = link.target === '';
    const open = state.push(isHere ? 'link_open' : 'wikilink_open', 'a', 1);
    if (isHere) open.attrs = [['href', `#${part}`]];
    else open.meta = { target: link.target, part };
    state.push('text', '', 0).content = link.words;
    state.push(isHere ? 'link_close' : 'wikilink_close', 'a', -1);
  }
  state.pos += whole.length;
  return true;
}

const ownNote = /^\/note\/item\?uuid=([0-9a-f-]{36})(?:#([^"]*))?$/i;

/** An address at which a person reads their own note is not for everyone: it leads readers where the note is for them. */
function linkOwnNotes({ tokens, env }: StateCore): void {
  if (env.wikilinks === false) return;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const [, target, part] = (token.type === 'link_open' && ownNote.exec(String(token.attrGet('href')))) || [];
    if (target !== undefined)
      token.attrs = [['data-note', target.toLowerCase()], ...(part ? [['data-part', part] as [string, string]] : [])];
  }
}

const slugOf = (heading: string) => new GithubSlugger().slug(heading);

const placed = /<a data-note="([^"]*)"(?: data-part="([^"]*)")?>(.*?)<\/a>/gs;

/** The notes that the wikilinks of a text's HTML name, each once; of very many the first, as `mentionsIn` has them. */
export function namedIn(html: string): string[] {
  const named = new Set<string>();
  for (const [, target = ''] of html.matchAll(placed)) {
    if (named.size === limits.noteMentions.inText) break;
    named.add(unescapeAll(target));
  }
  return [...named];
}

/** The HTML with its wikilinks leading where `hrefOf` says; of others the words stay, as `without` puts them. */
export function linkedHtml(
  html: string,
  hrefOf: (target: string) => string | undefined,
  without?: (words: string, target: string) => string,
): string {
  return html.replace(placed, (_, target: string, part: string | undefined, words: string) => {
    const href = hrefOf(unescapeAll(target));
    if (href !== undefined) return `<a href="${escapeHtml(href)}${part === undefined ? '' : `#${part}`}">${words}</a>`;
    return without ? without(words, unescapeAll(target)) : words;
  });
}
