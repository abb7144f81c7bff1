import type { MarkdownIt, StateInline, Delimiter, StateCore } from 'markdown-it';
import GithubSlugger from 'github-slugger';
import { readWikilink, wikilinkHere } from '../../model/markdown.ts';
import { limits } from '../../../platform/model/limits.ts';
import { escapeHtml, idPrefixOf, unescapeAll } from './markdown-text.ts';

/** `~~struck~~` and `~struck~` become `<del>`, as on GitHub; a run of three or more tildes is text. */
export function deletions(parser: MarkdownIt): void {
  parser.disable('strikethrough');
  parser.inline.ruler.before('emphasis', 'deletion', tildes);
  parser.inline.ruler2.before('emphasis', 'deletion', deletePairs);
}

/** Delimiters pair with their like; one tilde and two are told apart by the number that the pairing compares. */
const single = 0x1_0000 + 0x7e;
const double = 0x2_0000 + 0x7e;

function tildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src[state.pos] !== '~') return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push('text', '', 0).content = '~'.repeat(length);
  if (length <= 2) {
    const marker = length === 1 ? single : double;
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  }
  state.pos += length;
  return true;
}

function deletePairs(state: StateInline): void {
  markPairs(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) markPairs(state, meta.delimiters);
}

function markPairs(state: StateInline, delimiters: Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const opening = state.tokens[token];
    const closing = state.tokens[delimiters[end]?.token ?? -1];
    if ((marker !== single && marker !== double) || !opening || !closing) continue;
    Object.assign(opening, { type: 'del_open', tag: 'del', nesting: 1, content: '' });
    Object.assign(closing, { type: 'del_close', tag: 'del', nesting: -1, content: '' });
  }
}

/** Bare `https://…`, `www.…` and e-mail addresses become links, as on GitHub. */
export function autolinkLiterals(parser: MarkdownIt): void {
  parser.disable('linkify');
  parser.inline.ruler.at('text', text);
  parser.inline.ruler.after('text', 'autolink_literal', autolink);
}

/** Everything up to the next mark or bare address. */
function text(state: StateInline, silent: boolean): boolean {
  const end = Math.min(nextMark(state), nextAddress(state), state.posMax);
  if (end <= state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function autolink(state: StateInline, silent: boolean): boolean {
  if (nextAddress(state) !== state.pos) return false;
  // Within a link it is that link's text, as it may be while the end of a label is looked for.
  const typed = silent || state.linkLevel > 0 ? '' : literalAt(state.src, state.pos);
  if (typed) pushLink(state, typed);
  else if (!silent) state.pending += state.src.charAt(state.pos);
  state.pos += typed.length || 1;
  return true;
}

function pushLink(state: StateInline, typed: string): void {
  const scheme = /^https?:/i.test(typed) ? '' : /^www\./i.test(typed) ? 'http://' : 'mailto:';
  state.push('link_open', 'a', 1).attrs = [['href', state.md.normalizeLink(scheme + typed)]];
  state.push('text', '', 0).content = typed;
  state.push('link_close', 'a', -1);
}

const mayHold = /:\/\/|www\.|@/i;
/** What stands before a bare address decides, so that no part of a longer word becomes a link. */
const start =
  /(?<![a-z])https?:\/\/(?=[\p{L}\p{N}])|(?<![^\s\p{P}\p{S}])www\.(?=[\p{L}\p{N}])|(?<![\w.+/-])[\w.+-]+@(?=[a-z\d])/giu;

/** Keeps what was found ahead of a position. Texts within others, as the descriptions of pictures, have states of their own. */
interface Searched extends StateInline {
  mark?: Found;
  address?: Found;
}
type Found = { from: number; at: number };

const nextAddress = lookAhead('address', start, mayHold);
const nextMark = lookAhead('mark', /[\n!$&*<[\\\]_`~]/g);

/**
 * Where the next match begins, at or after the present position; Infinity without one. Each stretch of text is searched
 * once, however often it is asked for. Nothing is searched in a text that does not have what `only` looks for.
 */
function lookAhead(kept: 'mark' | 'address', pattern: RegExp, only?: RegExp): (state: Searched) => number {
  return (state) => {
    const known = state[kept];
    if (known && known.from <= state.pos && state.pos <= known.at) return known.at;
    pattern.lastIndex = state.pos;
    const possible = known !== undefined || (only?.test(state.src) ?? true);
    const at = possible ? (pattern.exec(state.src)?.index ?? Infinity) : Infinity;
    state[kept] = { from: state.pos, at };
    return at;
  };
}

/** A bracket that may close a label ends it, where it seems to be one. */
const web = /(?:https?:\/\/|www\.)(?:[^\s<>"`\]]|\](?![([]))+/iy;
const mail = /[\w.+-]+@[a-z\d_-]+(?:\.[a-z\d_-]+)*\.[a-z\d_-]*[a-z](?![\w-])/iy;

/** The bare address that begins there, or nothing. */
function literalAt(source: string, from: number): string {
  web.lastIndex = from;
  const address = web.exec(source)?.[0];
  if (address) return withoutTail(address);
  mail.lastIndex = from;
  return mail.exec(source)?.[0] ?? '';
}

/** An address without what belongs to the sentence around it: punctuation, an entity, a bracket that it does not open. */
function withoutTail(address: string): string {
  let end = address.length;
  let unopened = count(address, ')') - count(address, '(');
  for (;;) {
    const last = address.charAt(end - 1);
    if (last === ')') {
      if (unopened <= 0) break;
      unopened -= 1;
      end -= 1;
    } else if (last === ';') {
      const entity = /&[a-z\d]{1,31};$/i.exec(address.slice(Math.max(0, end - 33), end));
      if (!entity) break;
      end -= entity[0].length;
    } else if (/[?!.,:*_~'\]]/.test(last)) {
      end -= 1;
    } else break;
  }
  return address.slice(0, end);
}

const count = (text: string, character: string) => text.split(character).length - 1;

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
