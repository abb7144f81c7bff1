import type { HighlighterCore, LanguageInput } from 'shiki/core';
import { escapeHtml, unescapeAll } from './markdown-text.ts';
import type { MarkdownIt, Token } from 'markdown-it';

/** The languages in which fenced code is coloured, each loaded on first use. */
const languageLoaders: Record<string, LanguageInput> = {
  astro: () => import('shiki/langs/astro.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  latex: () => import('shiki/langs/latex.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nix: () => import('shiki/langs/nix.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  zig: () => import('shiki/langs/zig.mjs'),
};

const aliases: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  'c++': 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  golang: 'go',
  hs: 'haskell',
  htm: 'html',
  js: 'javascript',
  mjs: 'javascript',
  jsonc: 'json',
  kt: 'kotlin',
  tex: 'latex',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  svg: 'xml',
  yml: 'yaml',
};

/** The key in `languageLoaders` of a language as written after the fence; undefined if it is unknown. */
function languageNamed(name: string): string | undefined {
  const known = aliases[name] ?? name;
  return Object.hasOwn(languageLoaders, known) ? known : undefined;
}

/** Renders code blocks as HTML, coloured if `colourCode` has coloured them. They can be scrolled by keyboard. */
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

/** How many characters of code are coloured in one text; the rest stays plain, so that the work is bounded. */
const maxColoured = 50_000;

/** Colours the fenced code among a text's tokens, in place. Code in an unknown language stays plain. */
export async function colourCode(tokens: Token[]): Promise<void> {
  let left = maxColoured;
  for (const token of tokens) {
    const language = languageNamed(nameOf(token).toLowerCase());
    if (!language || token.content.length > left) continue;
    left -= token.content.length;
    token.meta = { html: await highlightedHtml(token.content.replace(/\n$/, ''), language) };
  }
}

/** The language written after the fence, or an empty text. */
function nameOf(token: Token): string {
  return token.type === 'fence' ? (unescapeAll(token.info).trim().split(/\s/, 1)[0] ?? '') : '';
}

/** The time that some grammars take grows with the square of a line's length and with the square of the nesting depth. */
const longestLine = 250;
const deepest = 60;

let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Code as HTML, coloured by classes (`tok-keyword`, `tok-string`, …) that the stylesheet defines, since Shiki's inline
 * styles would violate the Content-Security-Policy. Shiki and each language are loaded on first use. A line over 250
 * characters stays plain, and so does code nested more than 60 deep. `language` is a key of `languageLoaders`.
 */
async function highlightedHtml(code: string, language: string): Promise<string> {
  if (isDeep(code)) return escapeHtml(code);
  const shiki = await (highlighter ??= createHighlighter());
  const load = languageLoaders[language];
  if (load && !shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(load);
  const lines = shiki.codeToTokensBase(code, {
    lang: language,
    theme: 'css-variables',
    // Lengths bound the work, not the clock: the build and the function must colour alike, on a busy machine too.
    tokenizeTimeLimit: 0,
    tokenizeMaxLineLength: longestLine,
  });
  return lines.map(lineHtml).join('\n');
}

/** Whether brackets, or scripts within a page, are nested too deep. */
function isDeep(code: string): boolean {
  let open = 0;
  for (const [bracket] of code.matchAll(/[()[\]{}]|<\/?script\b/gi)) {
    open = /^(?:[([{]|<s)/i.test(bracket) ? open + 1 : Math.max(0, open - 1);
    if (open > deepest) return true;
  }
  return false;
}

/** Neighbours of one colour share a span, including the space between them; text without a colour needs no span. */
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
