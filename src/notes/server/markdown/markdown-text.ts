import { cutTo } from '../../../platform/model/text/plain-text.ts';
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { singleSpaced } from '../../../platform/model/text/words.ts';
import { lazy } from '../../../platform/model/memoized.ts';

const excerptLength = 220;
/** Counts characters, of which some are two code units. */
const beginning = new RegExp(`^.{0,${excerptLength}}`, 'su');

/** The first three paragraphs of a parsed text in plain words, at most 220 characters, cut at a word. */
export function excerptFrom(tokens: Token[]): string {
  const paragraphs: string[] = [];
  for (const [index, { type, level }] of tokens.entries()) {
    if (type !== 'paragraph_open' || level > 0) continue;
    paragraphs.push(plainText(tokens[index + 1]?.children));
    if (paragraphs.length === 3) break;
  }
  return shortened(singleSpaced(paragraphs.join(' ')).trim());
}

function shortened(text: string): string {
  const cut = cutTo(text, (beginning.exec(text)?.[0] ?? '').length);
  if (cut.length === text.length) return text;
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > excerptLength / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:.\u2013\u2014-]+$/u, '')}…`;
}

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
const plainLine = /^[\t\x20-\x7E\u2010-\u2026]*$/;
const plainWord = /\w+(?:['’.]\w+)*/g;

/** Reading time in whole minutes, at 230 words a minute, counted in any script; at least 1. */
export function readingMinutes(body: string): number {
  let words = 0;
  for (const line of body.split('\n')) words += plainLine.test(line) ? plainWordsIn(line) : wordsIn(line);
  return Math.max(1, Math.round(words / 230));
}

/** The segmenter knows every script, but takes as long as all other work; ASCII words do not need it. */
const plainWordsIn = (line: string) => line.match(plainWord)?.length ?? 0;

function wordsIn(line: string): number {
  let words = 0;
  for (const segment of segmenter().segment(line)) if (segment.isWordLike) words += 1;
  return words;
}

const { utils } = new MarkdownIt();

/** Text as HTML, for content and for values in double quotes. */
export const { escapeHtml } = utils;
/** Resolves typed backslash escapes and entities. */
export const { unescapeAll } = utils;
/** Percent-encodes everything but what addresses are made of. */
export const encodeAddress = (typed: string) => utils.lib.mdurl.encode(typed);

/** The prefix of every id of this text, so that no two texts on a page share one. */
export const idPrefixOf = (env: Env | undefined) => (typeof env?.idPrefix === 'string' ? env.idPrefix : '');

const words = new Set(['text', 'text_special', 'code_inline', 'html_inline', 'math_inline']);

/** Inline tokens as the words that a reader sees. A picture counts as its description, unless `pictures` is false. */
export function plainText(tokens: Token[] | null | undefined, pictures = true): string {
  let text = '';
  for (const { type, content, children } of tokens ?? []) {
    if (type === 'softbreak' || type === 'hardbreak') text += '\n';
    else if (type === 'image' && pictures) text += plainText(children);
    else if (words.has(type)) text += content;
  }
  return text;
}
