import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { HighlighterCore, ShikiTransformer } from 'shiki/core';
import { visit } from 'unist-util-visit';
import { languageLoaders, languageNamed } from './markdown-languages.ts';

const longestHighlighted = 50_000;
const longestLine = 2_000;

let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Colours fenced code in place, in classes `tok-keyword`, `tok-string` … that the stylesheet defines: Shiki's inline
 * styles would break the Content-Security-Policy. Shiki is loaded by the first note that has code. Code in a language
 * that is not known, or over 50,000 characters, stays plain, and so does a line over 2,000.
 */
export async function highlightCode(tree: Root): Promise<void> {
  const blocks: {
    pre: Element;
    code: Element;
    language: string | undefined;
  }[] = [];
  visit(tree, 'element', (node) => {
    const code = node.tagName === 'pre' ? node.children[0] : undefined;
    if (code?.type === 'element' && code.tagName === 'code')
      blocks.push({ pre: node, code, language: languageOf(code) });
  });
  for (const { pre, code, language } of blocks) {
    const text = textOf(code);
    pre.properties = { tabIndex: 0 };
    if (!language || text.length > longestHighlighted) continue;
    code.children = await highlighted(text.replace(/\n$/, ''), language);
  }
}

function languageOf(code: Element): string | undefined {
  const names = Array.isArray(code.properties.className) ? code.properties.className.map(String) : [];
  const fenced = names.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  return fenced ? languageNamed(fenced.toLowerCase()) : undefined;
}

async function highlighted(text: string, language: string): Promise<Element['children']> {
  const shiki = await (highlighter ??= createHighlighter());
  if (!shiki.getLoadedLanguages().includes(language)) {
    const load = languageLoaders[language];
    if (load) await shiki.loadLanguage(load);
  }
  const tree = shiki.codeToHast(text, {
    lang: language,
    theme: 'css-variables',
    // Lengths bound the work, not the clock: the build and the function must colour alike on a busy machine, too.
    tokenizeTimeLimit: 0,
    tokenizeMaxLineLength: longestLine,
    transformers: [stylesToClasses],
  });
  const pre = tree.children[0];
  const code = pre?.type === 'element' ? pre.children[0] : undefined;
  return code?.type === 'element' ? code.children : [{ type: 'text', value: text }];
}

const stylesToClasses: ShikiTransformer = {
  span(span) {
    const token = /--shiki-token-([a-z-]+)/.exec(String(span.properties.style ?? ''))?.[1];
    delete span.properties.style;
    if (token) span.properties.class = `tok-${token}`;
  },
  line(line) {
    delete line.properties.class;
  },
};

async function createHighlighter(): Promise<HighlighterCore> {
  const { createCssVariablesTheme, createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  const theme = createCssVariablesTheme({
    name: 'css-variables',
    variablePrefix: '--shiki-',
  });
  return createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}
