import type { Env, Token } from 'markdown-it';
import { colourCode } from './markdown-highlighter.ts';
import { beginningOf } from '../../model/markdown-budget.ts';
import { markdownParser, parseMarkdown } from './markdown-parser.ts';
import { excerptFrom, readingMinutes } from './markdown-text.ts';

export { readingMinutes };

/** `idPrefix` goes before every id, so that several texts can stand in one page; empty where there is only one. */
export type MarkdownOptions = { idPrefix?: string };

/**
 * A text's Markdown (GitHub flavour, footnotes, fenced code) as safe HTML without inline styles or scripts.
 * The one pipeline of the build, the functions and the preview. Never throws on any text.
 */
export async function renderMarkdown(body: string, { idPrefix = '' }: MarkdownOptions = {}): Promise<string> {
  const env = { idPrefix };
  return htmlOf(parseMarkdown(body, env), env);
}

/** So much of a text is looked through for its first paragraphs: lists show many texts, which may be long. */
const looked = { marks: 1_000, characters: 20_000 };

/** The first paragraphs as plain text, at most 220 characters, cut at a word. Empty when the body has no prose. */
export function excerptOf(body: string): string {
  return excerptFrom(parseMarkdown(beginningOf(body, looked.marks).slice(0, looked.characters), {}));
}

/** What is shown of a text: safe HTML, its first paragraphs as plain text, whole minutes of reading. */
export type ShownMarkdown = { html: string; excerpt: string; minutes: number };

/** What a page shows of a text where nothing is found out about it. */
export async function shownMarkdown(body: string): Promise<ShownMarkdown> {
  const env = {};
  return shown(body, parseMarkdown(body, env), env);
}

/** The same of a text that was parsed already. */
export async function shown(body: string, tokens: Token[], env: Env): Promise<ShownMarkdown> {
  return { html: await htmlOf(tokens, env), excerpt: excerptFrom(tokens), minutes: readingMinutes(body) };
}

async function htmlOf(tokens: Token[], env: Env): Promise<string> {
  await colourCode(tokens);
  return markdownParser.renderer.render(tokens, markdownParser.options, env).trimEnd();
}
