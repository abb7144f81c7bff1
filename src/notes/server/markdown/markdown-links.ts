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

/** Delimiters pair with their like. These numbers make the parser distinguish one tilde from two. */
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

/** Takes everything up to the next mark or bare address. */
function text(state: StateInline, silent: boolean): boolean {
  const end = Math.min(nextMark(state), nextAddress(state), state.posMax);
  if (end <= state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function autolink(state: StateInline, silent: boolean): boolean {
  if (nextAddress(state) !== state.pos) return false;
  // Within a link, and while the parser looks for the end of a label, an address is plain text.
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
/** The character before an address decides whether it is one, so that part of a longer word never becomes a link. */
const start =
  /(?<![a-z])https?:\/\/(?=[\p{L}\p{N}])|(?<![^\s\p{P}\p{S}])www\.(?=[\p{L}\p{N}])|(?<![\w.+/-])[\w.+-]+@(?=[a-z\d])/giu;

/** Remembers the next match ahead of a position. Nested texts, such as picture descriptions, have states of their own. */
interface Searched extends StateInline {
  mark?: Found;
  address?: Found;
}
type Found = { from: number; at: number };

const nextAddress = lookAhead('address', start, mayHold);
const nextMark = lookAhead('mark', /[\n!$&*<[\\\]_`~]/g);

/**
 * The position of the next match, at or after the current one; Infinity without one. Each stretch of text is searched
 * once, however often this is called. A text that does not match `only` is not searched at all.
 */
function lookAhead(slot: 'mark' | 'address', pattern: RegExp, only?: RegExp): (state: Searched) => number {
  return (state) => {
    const known = state[slot];
    if (known && known.from <= state.pos && state.pos <= known.at) return known.at;
    pattern.lastIndex = state.pos;
    const possible = known !== undefined || (only?.test(state.src) ?? true);
    const at = possible ? (pattern.exec(state.src)?.index ?? Infinity) : Infinity;
    state[slot] = { from: state.pos, at };
    return at;
  };
}

/** A bracket that seems to close a label ends the address. */
const web = /(?:https?:\/\/|www\.)(?:[^\s<>"`\]]|\](?![([]))+/iy;
const mail = /[\w.+-]+@[a-z\d_-]+(?:\.[a-z\d_-]+)*\.[a-z\d_-]*[a-z](?![\w-])/iy;

/** The bare address that begins at `from`, or an empty text. */
function literalAt(source: string, from: number): string {
  web.lastIndex = from;
  const address = web.exec(source)?.[0];
  if (address) return withoutTail(address);
  mail.lastIndex = from;
  return mail.exec(source)?.[0] ?? '';
}

/** An address without the characters that belong to the sentence around it: punctuation, an entity, an unopened bracket. */
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
 * `[[Title]]` becomes its words in a tag that names the note. Where the note is, and who may read it, is unknown during
 * parsing and differs between readers, so `linkedHtml` adds the links later; until then only the words show. It stays as
 * typed if `wikilinks` of the text's environment is false.
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
  // If the text defines a reference with this label, it is an ordinary link.
  if (!link || state.env.references?.[state.md.utils.normalizeReference(written)]) return false;
  if (!silent) {
    // Of an embedded note, written `![[Title]]` as in other programs, only the words are shown.
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

/**
 * The address of a person's own note is for them only. It becomes a link by uuid, which leads readers to the note if it
 * is public.
 */
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

/** The targets of the wikilinks in a text's HTML, each once, up to the same limit as in `mentionsIn`. */
export function wikilinkTargetsIn(html: string): string[] {
  const named = new Set<string>();
  for (const [, target = ''] of html.matchAll(placed)) {
    if (named.size === limits.noteMentions.inText) break;
    named.add(unescapeAll(target));
  }
  return [...named];
}

/** The HTML with its wikilinks resolved by `hrefOf`. If it returns nothing, the words stay, as `without` renders them. */
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
