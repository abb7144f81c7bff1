import type Katex from 'katex';
import type { MarkdownIt, StateBlock, StateInline, Token, StateCore } from 'markdown-it';
import { escapeHtml, idPrefixOf, plainText, encodeAddress } from './markdown-text.ts';
import GithubSlugger from 'github-slugger';

/**
 * The maximum length of a formula, and of all formulas of a text. Anything longer stays as typed, so that the work is
 * bounded.
 */
const longest = { formula: 2000, text: 20_000 };

/** A formula's macros may repeat all of it in each place, so the longer the formula, the fewer expansions it may have. */
const expansions = { known: 100, characters: 10_000 };
const defines = /\\(?:[egx]?def|(?:re)?newcommand|providecommand)/;

/** How far a formula may reach, in each unit that KaTeX writes: a typed size could otherwise cover the page. */
const farthest: Readonly<Record<string, number>> = { em: 20, ex: 40, px: 320, pt: 240, mu: 360, '%': 100 };

const length = /\b(?:width|height|depth|voffset|lspace|rspace|minsize|maxsize)="([+-]?[\d.]+)([a-z%]*)"/g;

/** `$…$` in a line and `$$…$$` as a block are formulas. They are shown as typed until `drawFormulas` has drawn them. */
export function formulas(parser: MarkdownIt): void {
  parser.inline.ruler.after('escape', 'math_inline', inlineMath);
  parser.block.ruler.before('fence', 'math_block', mathBlock, { alt: ['paragraph', 'blockquote', 'list'] });
  const { rules } = parser.renderer;
  rules.math_inline = (tokens, index) => drawnIn(tokens[index]) ?? escapeHtml(`$${tokens[index]?.content}$`);
  rules.math_block = (tokens, index) => {
    const drawn = drawnIn(tokens[index]);
    if (drawn === undefined) return `<p>${escapeHtml(`$$${tokens[index]?.content}$$`)}</p>\n`;
    return `<p class="formula" tabindex="0">${drawn}</p>\n`;
  };
}

const drawnIn = (token: Token | undefined) => (typeof token?.meta?.math === 'string' ? token.meta.math : undefined);

/** Draws a text's formulas in MathML, which browsers show without styles or fonts. KaTeX is loaded on first use. */
export async function drawFormulas(tokens: readonly Token[]): Promise<void> {
  const all = tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => type === 'math_inline' || type === 'math_block');
  if (all.length === 0) return;
  const { default: katex } = await import('katex');
  let left = longest.text;
  for (const token of all) {
    // Even a short formula takes some time.
    left -= token.content.length + 20;
    if (left < 0) return;
    token.meta = { math: drawn(katex, token.content, token.type === 'math_block') };
  }
}

/** A formula has no space next to its dollar signs on the inside and no digit after them, unlike prices. */
function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$' || src[pos + 1] === '$' || src[pos - 1] === '$' || /\s/.test(src[pos + 1] ?? ' ')) return false;
  const end = closing(state);
  if (end === undefined) return false;
  if (!silent) state.push('math_inline', 'math', 0).content = src.slice(pos + 1, end);
  state.pos = end + 1;
  return true;
}

const closer = /(?<![\s\\$])\$(?![\d$])/g;

/** The next dollar sign that may end a formula. It is searched for once and remembered for the signs in between. */
function closing({ src, pos, posMax, env }: StateInline): number | undefined {
  let next = env.formulaEnd as { src: string; from: number; at: number } | undefined;
  if (next?.src !== src || pos < next.from || pos + 2 > next.at) {
    closer.lastIndex = pos + 2;
    next = { src, from: pos, at: closer.exec(src)?.index ?? Infinity };
    env.formulaEnd = next;
  }
  return next.at < posMax && next.at - pos <= longest.formula ? next.at : undefined;
}

function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const first = lineAt(startLine).trim();
  if (!first.startsWith('$$') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  let [line, last] = [startLine, first.slice(2)];
  while (!last.endsWith('$$')) {
    line += 1;
    if (line >= endLine || (state.sCount[line] ?? 0) < state.blkIndent || line - startLine > 200) return false;
    last = lineAt(line).trim();
    if (last === '') return false;
  }
  if (silent) return true;
  const whole = state.getLines(startLine, line + 1, state.blkIndent, false).trim();
  state.line = line + 1;
  const token = state.push('math_block', 'math', 0);
  token.block = true;
  token.map = [startLine, state.line];
  token.content = whole.slice(2, -2).trim();
  return true;
}

/** Undefined if KaTeX cannot draw the formula, or it takes too much room. */
function drawn(katex: typeof Katex, tex: string, displayMode: boolean): string | undefined {
  if (tex.trim() === '' || tex.length > longest.formula) return undefined;
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode,
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxExpand: defines.test(tex) ? Math.floor(expansions.characters / tex.length) : expansions.known,
      maxSize: 20,
    });
    const math = /<math[\s\S]*<\/math>/.exec(html)?.[0].replace(/<annotation[\s\S]*?<\/annotation>/, '');
    return math && !reachesTooFar(math) ? math : undefined;
  } catch {
    // A faulty formula, or one nested so deep that the stack overflows, is shown as typed.
    return undefined;
  }
}

function reachesTooFar(math: string): boolean {
  return [...math.matchAll(length)].some(([, number, unit = '']) => Math.abs(Number(number)) > (farthest[unit] ?? 0));
}

const plain = /^[\w./:?#=&@~+,;!$'()*-]*$/;

/** An address for an attribute: everything but address characters is percent-encoded, so nothing in it is markup. */
export function writtenAddress(typed: string): string {
  return plain.test(typed) ? typed : encodeAddress(typed);
}

const linkSchemes = new Set(['http', 'https', 'mailto', 'irc', 'ircs', 'xmpp']);
const imageSchemes = new Set(['http', 'https']);

/** Whether a link may lead to this encoded address: within the site, or by a scheme that runs nothing. */
const mayLinkTo = (address: string) => hasScheme(address, linkSchemes);

/** Whether a picture may come from this encoded address. */
const mayShow = (address: string) => hasScheme(address, imageSchemes);

/** Whether an address is on another site. */
const isElsewhere = (address: string) => /^(?:https?:|\/\/)/i.test(address);

/**
 * The text before a colon is a scheme, unless a slash, question mark or hash comes first. Encoding has left no control
 * characters.
 */
function hasScheme(address: string, schemes: Set<string>): boolean {
  const scheme = /^([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
}

/** Prepares the parsed text for a page: heading levels and ids, allowed links and pictures, alignment, text direction. */
export function structure(parser: MarkdownIt): void {
  parser.core.ruler.push('name_headings', nameHeadings);
  parser.core.ruler.after('inline', 'share_addresses', shareAddresses);
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

/**
 * The maximum total length of a text's addresses and titles: one that is defined once may be referred to ten thousand
 * times.
 */
const longestAddresses = 1_000_000;

function shareAddresses({ tokens }: StateCore): void {
  let left = longestAddresses;
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    for (const name of ['href', 'src', 'title']) {
      left -= String(token.attrGet(name) ?? '').length;
      if (left < 0) drop(token, name);
    }
  }
}

/** Links to other sites are the writer's, not the site's, and `rel` marks them so for search engines. Pictures load lazily. */
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

/** If a text has words that run from right to left, each of its blocks takes the direction of its own words. */
function markDirections({ src, tokens }: StateCore): void {
  if (!rightToLeft.test(src)) return;
  for (const token of tokens) if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
}

/** The parser aligns cells by inline styles, which the Content-Security-Policy forbids. */
function alignCell(token: Token): void {
  const align = token.tag === 'th' || token.tag === 'td' ? token.attrGet('style') : null;
  if (align !== null) token.attrs = [['align', String(align).replace('text-align:', '')]];
}
