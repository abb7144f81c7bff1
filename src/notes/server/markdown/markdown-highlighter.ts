import type { HighlighterCore } from 'shiki/core';
import { languageLoaders, languageNamed } from './markdown-languages.ts';
import { escapeHtml, unescapeAll } from './markdown-text.ts';
import type { MarkdownIt, Token } from 'markdown-it';

/** Code blocks as HTML, coloured where `colourCode` did so. They can be scrolled by keyboard. */
export function codeBlocks(parser: MarkdownIt): void {
  const { rules } = parser.renderer;
  rules.code_block = rules.fence = (tokens, index) => {
    const token = tokens[index];
    const named = token ? nameOf(token) : '';
    const language = named ? ` class="language-${escapeHtml(named)}"` : '';
    const html = typeof token?.meta?.html === 'string' ? token.meta.html : escapeHtml(token?.content ?? '');
    return `<pre tabindex="0"><code${language}>${html}</code></pre>\n`;
  };
}

/** As much code of one text is coloured; what comes after it stays plain, so that colouring has an end. */
const colouredAtMost = 50_000;

/** Colours the fenced code among a text's tokens, in place. Code in a language that is not known stays plain. */
export async function colourCode(tokens: Token[]): Promise<void> {
  let left = colouredAtMost;
  for (const token of tokens) {
    const language = languageNamed(nameOf(token).toLowerCase());
    if (!language || token.content.length > left) continue;
    left -= token.content.length;
    token.meta = { html: await highlightedHtml(token.content.replace(/\n$/, ''), language) };
  }
}

/** The language as it is written after the fence, or nothing. */
function nameOf(token: Token): string {
  return token.type === 'fence' ? (unescapeAll(token.info).trim().split(/\s/, 1)[0] ?? '') : '';
}

/** What some grammars take for a line grows with the square of its length, and for what is open with the square of its depth. */
const longestLine = 250;
const deepest = 60;

let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Code as HTML, coloured by classes `tok-keyword`, `tok-string` … that the stylesheet defines: Shiki's inline styles
 * would break the Content-Security-Policy. Shiki and each language are loaded by the first code that needs them. A line
 * over 250 characters stays plain, and so does code with more than 60 brackets or scripts open. `language` is a name of `languageLoaders`.
 */
async function highlightedHtml(code: string, language: string): Promise<string> {
  if (isDeep(code)) return escapeHtml(code);
  const shiki = await (highlighter ??= createHighlighter());
  const load = languageLoaders[language];
  if (load && !shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(load);
  const lines = shiki.codeToTokensBase(code, {
    lang: language,
    theme: 'css-variables',
    // Lengths bound the work, not the clock: the build and the function must colour alike on a busy machine, too.
    tokenizeTimeLimit: 0,
    tokenizeMaxLineLength: longestLine,
  });
  return lines.map(lineHtml).join('\n');
}

/** Brackets, and the scripts within a page, count until they end. */
function isDeep(code: string): boolean {
  let open = 0;
  for (const [sign] of code.matchAll(/[()[\]{}]|<\/?script\b/gi)) {
    open = /^(?:[([{]|<s)/i.test(sign) ? open + 1 : Math.max(0, open - 1);
    if (open > deepest) return true;
  }
  return false;
}

/** Neighbours of one colour share a span, as does the space before them; what has no colour of its own needs none. */
function lineHtml(tokens: { content: string; color?: string }[]): string {
  const runs: { kind: string | undefined; text: string }[] = [];
  for (const { content, color = '' } of tokens) {
    const last = runs.at(-1);
    const kind = /\S/.test(content) ? /--shiki-token-([a-z-]+)/.exec(color)?.[1] : last?.kind;
    if (last && last.kind === kind) last.text += content;
    else runs.push({ kind, text: content });
  }
  return runs
    .map(({ kind, text }) => (kind ? `<span class="tok-${kind}">${escapeHtml(text)}</span>` : escapeHtml(text)))
    .join('');
}

async function createHighlighter(): Promise<HighlighterCore> {
  const { createCssVariablesTheme, createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  const theme = createCssVariablesTheme({ name: 'css-variables', variablePrefix: '--shiki-' });
  return createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}
