import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from './markdown-text.ts';

/** Callout types of common note-taking programs, each with the style in which it is shown. */
const callouts: Readonly<Record<string, string>> = {
  ...{ note: 'note', info: 'note', abstract: 'note', summary: 'note', todo: 'note', example: 'note', quote: 'note' },
  ...{ tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', question: 'important', important: 'important' },
  ...{
    warning: 'warning',
    caution: 'warning',
    attention: 'warning',
    danger: 'warning',
    error: 'warning',
    bug: 'warning',
  },
};

const calloutHead = /^\[!([a-z]{3,12})\][+-]?[ \t]*([^\n]*)(?:\n|$)/i;
const opening = /^<details( open)?>\s*(?:<summary>([\s\S]*?)<\/summary>)?/i;
const end = '</details>';
const closing = /^<\/details>\s*$/i;
const key = /^<(\/?)kbd>$/i;

/** Syntax beyond Markdown's own: callouts, collapsible parts, keys, and pictures with a caption. */
export function writtenBlocks(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'callouts', markCallouts);
  parser.core.ruler.after('block', 'details', foldDetails);
  parser.core.ruler.push('keys', ({ tokens }) => tokens.forEach(({ children }) => children && markKeys(children)));
  parser.core.ruler.push('figures', markFigures);
  parser.renderer.rules.figcaption = (tokens, index) =>
    `<figcaption dir="auto">${escapeHtml(tokens[index]?.content ?? '')}</figcaption>`;
}

/** A quotation that begins with `[!note]` becomes a box, titled with the words that follow or else with its type. */
function markCallouts(state: StateCore): void {
  const open: (Token | undefined)[] = [];
  const empty = new Set<Token | undefined>();
  state.tokens = state.tokens.flatMap((token, index, tokens) => {
    if (empty.has(token)) return [];
    if (token.type === 'blockquote_close') {
      if (open.pop()) token.tag = 'div';
      return [token];
    }
    if (token.type !== 'blockquote_open') return [token];
    const text = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
    const [head = '', word = '', title = ''] = calloutHead.exec(text?.content ?? '') ?? [];
    const kind = Object.hasOwn(callouts, word.toLowerCase()) ? callouts[word.toLowerCase()] : undefined;
    open.push(kind === undefined ? undefined : token);
    if (kind === undefined || !text) return [token];
    token.tag = 'div';
    token.attrSet('class', `callout callout-${kind}`);
    text.content = text.content.slice(head.length);
    if (text.content === '') for (const part of tokens.slice(index + 1, index + 4)) empty.add(part);
    const named = title.trim() || word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    return [token, ...paragraph(state, named, token.level + 1, 'callout-title')];
  });
}

type Details = { isOpen: boolean; summary: string; text: string; isWhole: boolean };

/**
 * Parses a block that begins with `<details>`. Several expressions read it once each; a single one would backtrack over
 * spaces.
 */
function detailsIn(content: string): Details | undefined {
  const [head, isOpen, summary = ''] = opening.exec(content) ?? [];
  if (head === undefined) return undefined;
  const rest = content.slice(head.length).trim();
  const isWhole = rest.slice(-end.length).toLowerCase() === end;
  const text = isWhole ? rest.slice(0, -end.length).trim() : rest;
  if (/<\/?details/i.test(text)) return undefined;
  return { isOpen: Boolean(isOpen), summary: summary.trim(), text, isWhole };
}

/** `<details>` with its `<summary>` folds everything up to `</details>`. If one lacks the other, both are shown as text. */
function foldDetails(state: StateCore): void {
  const pairs = new Map<Token, Details | 'end'>();
  const waiting: Token[] = [];
  for (const token of state.tokens) {
    // The enclosing block ends before this one is closed.
    for (let last = waiting.at(-1); last && last.level > token.level; last = waiting.at(-1)) {
      pairs.delete(last);
      waiting.pop();
    }
    if (token.type !== 'html_block') continue;
    const details = detailsIn(token.content);
    if (details) {
      pairs.set(token, details);
      if (!details.isWhole) waiting.push(token);
    } else if (closing.test(token.content) && waiting.at(-1)?.level === token.level) {
      waiting.pop();
      pairs.set(token, 'end');
    }
  }
  waiting.forEach((token) => pairs.delete(token));
  const mark = (type: string, tag: string, nesting: 1 | -1, level: number) =>
    Object.assign(new state.Token(type, tag, nesting), { block: true, level });
  state.tokens = state.tokens.flatMap((token) => {
    const part = pairs.get(token);
    if (!part) return [token];
    const ending = mark('details_close', 'details', -1, token.level);
    if (part === 'end') return [ending];
    const begin = mark('details_open', 'details', 1, token.level);
    if (part.isOpen) begin.attrSet('open', '');
    return [
      begin,
      mark('summary_open', 'summary', 1, token.level + 1),
      inline(state, part.summary || 'Details', token.level + 2),
      mark('summary_close', 'summary', -1, token.level + 1),
      ...(part.text ? paragraph(state, part.text, token.level + 1) : []),
      ...(part.isWhole ? [ending] : []),
    ];
  });
}

function inline(state: StateCore, content: string, level: number): Token {
  return Object.assign(new state.Token('inline', '', 0), { content, level, block: true, children: [] });
}

function paragraph(state: StateCore, content: string, level: number, className?: string): Token[] {
  const mark = (type: string, nesting: 1 | -1) =>
    Object.assign(new state.Token(type, 'p', nesting), { block: true, level });
  const open = mark('paragraph_open', 1);
  if (className) open.attrSet('class', className);
  return [open, inline(state, content, level + 1), mark('paragraph_close', -1)];
}

/** `<kbd>` around words within one element becomes a key; all other HTML stays text. */
function markKeys(children: Token[]): void {
  const open: (Token | undefined)[] = [undefined];
  for (const token of children) {
    if (token.nesting === 1) open.push(undefined);
    else if (token.nesting === -1) open.pop();
    const [, isEnd] = (token.type === 'html_inline' && key.exec(token.content)) || [];
    if (isEnd === undefined) continue;
    const opener = open.at(-1);
    if (isEnd === '') open[open.length - 1] ??= token;
    else if (opener) {
      Object.assign(opener, { type: 'kbd_open', tag: 'kbd', nesting: 1 });
      Object.assign(token, { type: 'kbd_close', tag: 'kbd', nesting: -1 });
      open[open.length - 1] = undefined;
    }
  }
}

/** A picture that is alone in its paragraph and has a title becomes a figure, with the title as its caption. */
function markFigures(state: StateCore): void {
  state.tokens.forEach((token, index, tokens) => {
    const [text, end] = [tokens[index + 1], tokens[index + 2]];
    const picture = text?.children?.length === 1 ? text.children[0] : undefined;
    const title = picture?.type === 'image' ? picture.attrGet('title') : null;
    if (token.type !== 'paragraph_open' || token.hidden || !title || !picture || !end) return;
    picture.attrs = picture.attrs?.filter(([name]) => name !== 'title') ?? null;
    token.tag = end.tag = 'figure';
    text?.children?.push(Object.assign(new state.Token('figcaption', '', 0), { content: String(title) }));
  });
}
