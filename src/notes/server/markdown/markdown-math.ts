import type Katex from 'katex';
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { escapeHtml } from './markdown-text.ts';

/** One formula, and all of a text: what is longer stays as it was typed, so that formulas have an end. */
const longest = { formula: 2000, text: 20_000 };

/** How far a formula may reach, in each unit that KaTeX writes: a size typed into it could otherwise cover the page. */
const farthest: Readonly<Record<string, number>> = { em: 20, ex: 40, px: 320, pt: 240, mu: 360, '%': 100 };

const length = /\b(?:width|height|depth|voffset|lspace|rspace|minsize|maxsize)="([+-]?[\d.]+)([a-z%]*)"/g;

/** `$…$` within a line of text and `$$…$$` by itself are formulas: as typed, until `drawFormulas` has drawn them. */
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

/** Draws a text's formulas in MathML, which browsers show without styles or fonts. KaTeX is loaded by the first one. */
export async function drawFormulas(tokens: readonly Token[]): Promise<void> {
  const all = tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .filter(({ type }) => type === 'math_inline' || type === 'math_block');
  if (all.length === 0) return;
  const { default: katex } = await import('katex');
  let left = longest.text;
  for (const token of all) {
    // However short it is, it takes some time.
    left -= token.content.length + 20;
    if (left < 0) return;
    token.meta = { math: drawn(katex, token.content, token.type === 'math_block') };
  }
}

/** Between dollar signs with words next to them: prices have a space or a digit where a formula has none. */
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

/** The next dollar sign that may end a formula. It is looked for once, by the first sign before it. */
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

/** Undefined where it is no formula that KaTeX knows, or asks for too much room. */
function drawn(katex: typeof Katex, tex: string, displayMode: boolean): string | undefined {
  if (tex.trim() === '' || tex.length > longest.formula) return undefined;
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode,
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxExpand: 100,
      maxSize: 20,
    });
    const math = /<math[\s\S]*<\/math>/.exec(html)?.[0].replace(/<annotation[\s\S]*?<\/annotation>/, '');
    return math && !reachesTooFar(math) ? math : undefined;
  } catch {
    // A mistake in a formula, or one nested so deep that the stack ends: it is shown as it was typed.
    return undefined;
  }
}

function reachesTooFar(math: string): boolean {
  return [...math.matchAll(length)].some(([, number, unit = '']) => Math.abs(Number(number)) > (farthest[unit] ?? 0));
}
