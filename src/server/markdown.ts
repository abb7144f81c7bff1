import type { Env, Token } from 'markdown-it';
import { colourCode } from './markdown-code.ts';
import type { ReadingAid, WrittenPoint } from '../domain/reading-aid.ts';
import { readingAid } from './assistant/reading-aid.ts';
import type { WeightedTerm } from './assistant/terms.ts';
import { markdownParser, parseMarkdown } from './markdown-parser.ts';
import { excerptFrom, readingMinutes } from './markdown-prose.ts';

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

/** The first paragraphs as plain text, at most 220 characters, cut at a word. Empty when the body has no prose. */
export function excerptOf(body: string): string {
  return excerptFrom(parseMarkdown(body, {}));
}

export type PreparedMarkdown = {
  html: string;
  excerpt: string;
  minutes: number;
  aid: ReadingAid;
  /** What the note is compared with others by. */
  terms: WeightedTerm[];
};

/**
 * Everything that is shown of a note, from parsing it once: safe HTML, plain-text excerpt, whole minutes of reading.
 * `points`: the key points that a model wrote of it.
 */
export async function preparedMarkdown(
  body: string,
  title = '',
  points?: readonly WrittenPoint[],
): Promise<PreparedMarkdown> {
  const env = {};
  const tokens = parseMarkdown(body, env);
  const read = readingAid(tokens, title, points);
  return { html: await htmlOf(tokens, env), excerpt: excerptFrom(tokens), minutes: readingMinutes(body), ...read };
}

async function htmlOf(tokens: Token[], env: Env): Promise<string> {
  await colourCode(tokens);
  return markdownParser.renderer.render(tokens, markdownParser.options, env).trimEnd();
}
