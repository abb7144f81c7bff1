import MarkdownIt, {
  type Env,
  type Token,
  type StateBlock,
  type StateCore,
  type StateInline,
  type MarkdownIt as Parser,
} from 'markdown-it';
import { colourCode, codeBlocks } from './markdown-highlighter.ts';
import { beginningOf, maxMarks } from '../../model/markdown.ts';
import { excerptFrom, readingMinutes, escapeHtml } from './markdown-text.ts';
import { structure, writtenAddress, drawFormulas, formulas } from './markdown-structure.ts';
import { autolinkLiterals, deletions, wikilinks } from './markdown-links.ts';
import { footnotes } from './markdown-footnotes.ts';
import { writtenBlocks } from './markdown-blocks.ts';

/** How deep quotations and lists, and brackets, may nest. Anything deeper is shown as typed. */
const deepestBlock = 30;
const deepestBracket = 20;

/**
 * Parses a text: CommonMark with GitHub's additions (tables, task lists, strikethrough, bare links, footnotes, callouts,
 * formulas) and links to notes by title. The work is proportional to the text, and bounded: text after its first 50,000
 * marks is shown as typed. `env` receives what rendering the tokens needs; its `idPrefix` is put before every id.
 */
export function parseMarkdown(body: string, env: Env): Token[] {
  const text = body.replace(/^\uFEFF/, '');
  const read = beginningOf(text, maxMarks);
  env.rest = text.slice(read.length);
  return markdownParser.parse(read, env);
}

/** The one parser, with its rendering rules. */
const markdownParser = new MarkdownIt({ html: true });

// Raw HTML is recognised only so that nothing in it is parsed as Markdown. Apart from keys and collapsible parts, it is
// shown as typed.
markdownParser.renderer.rules.html_inline = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
markdownParser.renderer.rules.html_block = (tokens, index) =>
  `<p>${escapeHtml(tokens[index]?.content.trimEnd() ?? '')}</p>\n`;

markdownParser.normalizeLink = writtenAddress;
markdownParser.normalizeLinkText = (address) => address;
// Addresses are checked in one place, after parsing: a forbidden link keeps its text.
markdownParser.validateLink = () => true;
markdownParser.block.ruler.before('table', 'deep_block', deepBlock);
markdownParser.inline.ruler.before('link', 'deep_bracket', deepBracket);
for (const extension of [
  ...[autolinkLiterals, deletions, footnotes, formulas, wikilinks],
  ...[taskLists, writtenBlocks, structure, codeBlocks],
]) {
  markdownParser.use(extension);
}

markdownParser.core.ruler.push('rest_as_typed', restAsTyped);

function restAsTyped({ env, tokens, Token }: StateCore): void {
  if (typeof env.rest === 'string' && env.rest !== '') {
    tokens.push(Object.assign(new Token('html_block', '', 0), { content: env.rest, block: true }));
  }
}

/** The parser drops what is nested beyond its own limit. This limit applies first and drops nothing. */
function deepBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < deepestBlock) return false;
  state.line = endLine;
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** The search for the end of a label descends into every bracket, so this depth limits its cost per character. */
function deepBracket(state: StateInline, silent: boolean): boolean {
  if (!silent || state.level <= deepestBracket || state.src[state.pos] !== '[') return false;
  state.pos = state.posMax;
  return true;
}

const box = /^\[([ \n\txX])\]\s+(?=\S)/;

/** A list item that begins with `[ ]` or `[x]` gets a checkbox that shows whether it is done. */
function taskLists(parser: Parser): void {
  parser.core.ruler.after('block', 'task_items', markTasks);
  parser.core.ruler.after('inline', 'task_boxes', addBoxes);
  parser.renderer.rules.task_box = (tokens, index) => {
    const done = tokens[index]?.info === 'done';
    // The box is before its text, and has no label element.
    return `<input type="checkbox"${done ? ' checked' : ''} disabled aria-label="${done ? 'Done' : 'To do'}"> `;
  };
}

/** Runs before the text is parsed, since `[x]` could otherwise be taken for a link. */
function markTasks({ tokens }: StateCore): void {
  const lists: Token[] = [];
  tokens.forEach((token, index) => {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
    if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    const text = tokens[index + 2];
    if (token.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || !text) return;
    const typed = box.exec(text.content);
    if (!typed) return;
    text.content = text.content.slice(typed[0].length);
    text.info = /x/i.test(typed[1] ?? '') ? 'done' : 'open';
    token.attrSet('class', 'task-list-item');
    lists.at(-1)?.attrSet('class', 'contains-task-list');
  });
}

function addBoxes({ tokens, Token }: StateCore): void {
  for (const { type, info, children } of tokens) {
    if (type !== 'inline' || !info) continue;
    const token = new Token('task_box', 'input', 0);
    token.info = info;
    children?.unshift(token);
  }
}

export { readingMinutes };

/**
 * `idPrefix` is put before every id, so that several texts can be in one page; empty if there is only one. `wikilinks`:
 * whether `[[Title]]` links to a note.
 */
export type MarkdownOptions = { idPrefix?: string; wikilinks?: boolean };

/**
 * A text's Markdown (GitHub flavour, footnotes, fenced code) as safe HTML without inline styles or scripts. The build,
 * the functions and the preview all use it. Never throws, whatever the text.
 */
export async function renderMarkdown(
  body: string,
  { idPrefix = '', wikilinks = true }: MarkdownOptions = {},
): Promise<string> {
  const env = { idPrefix, wikilinks };
  return htmlOf(body, parseMarkdown(body, env), env);
}

/** How much of a text is searched for its first paragraphs: lists show many texts, which may be long. */
const excerptSource = { marks: 1_000, characters: 20_000 };

/** The first paragraphs as plain text, at most 220 characters, cut at a word. Empty when the body has no prose. */
export function excerptOf(body: string): string {
  return excerptFrom(parseMarkdown(beginningOf(body, excerptSource.marks).slice(0, excerptSource.characters), {}));
}

/** What is shown of a text: safe HTML, its first paragraphs as plain text, and its reading time in whole minutes. */
export type RenderedMarkdown = { html: string; excerpt: string; minutes: number };

/** What a page shows of a text that is not analysed any further. */
export async function shownMarkdown(body: string): Promise<RenderedMarkdown> {
  const env = {};
  return renderTokens(body, parseMarkdown(body, env), env);
}

/** The same for a text that is already parsed. */
export async function renderTokens(body: string, tokens: Token[], env: Env): Promise<RenderedMarkdown> {
  return { html: await htmlOf(body, tokens, env), excerpt: excerptFrom(tokens), minutes: readingMinutes(body) };
}

/** A text as typed, without Markdown: empty lines separate paragraphs. */
export function renderPlainText(body: string): RenderedMarkdown {
  const html = body.split(/\n\s*\n/).map((part) => `<p>${escapeHtml(part)}</p>`);
  return { html: html.join('\n'), excerpt: '', minutes: readingMinutes(body) };
}

/**
 * How much longer than the text its HTML may be: texts of nothing but headings, formulas or tasks become 16 times as long, a
 * matrix of numbers as code 36 times, and a table whose rows leave out their cells 66 times.
 */
const growth = { some: 50_000, times: 20 };

async function htmlOf(body: string, tokens: Token[], env: Env): Promise<string> {
  await Promise.all([colourCode(tokens), drawFormulas(tokens)]);
  const isTooLong = (html: string) => html.length > growth.some + growth.times * body.length;
  const html = rendered(tokens, env);
  if (!isTooLong(html)) return html;
  // Code without colours and formulas as typed are worth more than the whole text as typed.
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
    if (token.meta) [token.meta.html, token.meta.math] = [undefined, undefined];
  }
  const plain = rendered(tokens, env);
  return isTooLong(plain) ? renderPlainText(body).html : plain;
}

const rendered = (tokens: Token[], env: Env) =>
  markdownParser.renderer.render(tokens, markdownParser.options, env).trimEnd();
