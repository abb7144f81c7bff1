import { isStopWord, stopWordLanguages } from '../../../platform/model/text/languages.ts';
import { termOf, wordsOf, singleSpaced, sentencesOf } from '../../../platform/model/text/words.ts';
import type { ReadingLevel } from '../../../notes/model/reading-aid.ts';
import type { Token } from 'markdown-it';
import { plainText } from '../../../notes/server/markdown/markdown-text.ts';

/**
 * A word as spelt and in lower case, the languages in which it is a small word, and its term: empty if it says nothing
 * about the subject of a text, as small words, numbers and single letters.
 */
export type Word = { written: string; lower: string; stopWordLanguages: readonly string[]; term: string };

/** The words of a text in any script, in order. */
export function wordsIn(text: string): Word[] {
  return wordsOf(text).map(known);
}

/** The terms of words, in order, repeated as often as they occur. */
export function termsAmong(words: readonly Word[]): string[] {
  return words.filter(({ term }) => term !== '').map(({ term }) => term);
}

/** Caches words: the same ones are in every note, and analysing one is slow compared with a lookup. */
const seen = new Map<string, Word>();
const maxSeen = { words: 20_000, length: 40 };

function known(written: string): Word {
  const found = seen.get(written);
  if (found) return found;
  if (written.length > maxSeen.length) return wordOf(written);
  if (seen.size >= maxSeen.words) seen.clear();
  // A substring keeps its whole string in memory, which would be the text of a note for each word.
  const word = wordOf(Buffer.from(written).toString());
  seen.set(word.written, word);
  return word;
}

function wordOf(written: string): Word {
  const languages = stopWordLanguages(written);
  const term = languages.length > 0 ? '' : termOf(written);
  return { written, lower: written.toLowerCase(), stopWordLanguages: languages, term: isTerm(term) ? term : '' };
}

function isTerm(term: string): boolean {
  const first = term.codePointAt(0) ?? 0;
  if (first >= 0x30 && first <= 0x39) return false;
  // Words of an alphabet are meaningful from three letters on, those of other scripts from one or two characters.
  if (first < 0x2e80) return term.length > 2 && !isStopWord(term);
  return term.length > 1 || (first >= 0x4e00 && first < 0xa000);
}

/** `word`: the term as spelt. */
export type WeightedTerm = { term: string; weight: number; word: string };

const kept = 12;

/**
 * The terms that a note is about, at most twelve, by descending weight: how often each occurs, with more for those of the
 * title and of headings. Weights are between 0 and 1; the first one is 1.
 */
export function weightedTerms(
  counted: Iterable<readonly [term: string, times: number]>,
  { titleTerms, headingTerms }: { titleTerms: readonly string[]; headingTerms: readonly string[] },
  wordOf: (term: string) => string,
): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const [term, times] of counted) weights.set(term, 1 + Math.log(times));
  for (const term of new Set(headingTerms)) weights.set(term, (weights.get(term) ?? 0) + 0.7);
  for (const term of new Set(titleTerms)) weights.set(term, (weights.get(term) ?? 0) + 1.5);
  const ordered = [...weights]
    .sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, kept);
  const max = ordered[0]?.[1] ?? 1;
  return ordered.map(([term, weight]) => ({
    term,
    weight: Math.round((weight / max) * 1000) / 1000,
    word: wordOf(term),
  }));
}

/** A part of a note's prose in plain words, and the token whose element links can lead to. */
export type Block = { text: string; kind: 'paragraph' | 'item' | 'quote' | 'heading'; token: Token };

/** The tokens that open containers of blocks, with the kind of prose inside. */
const opening = new Map<string, Block['kind'] | 'nothing'>([
  ['blockquote_open', 'quote'],
  ['list_item_open', 'item'],
  ['table_open', 'nothing'],
  ['footnotes_open', 'nothing'],
]);
const closing = new Set([...opening.keys()].map((type) => type.replace(/_open$/, '_close')));

/** The prose of a parsed note, in reading order, without code, tables, raw HTML and footnotes. */
export function proseOf(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  const kinds: (Block['kind'] | 'nothing')[] = [];
  let item: Token | undefined;
  tokens.forEach((token, index) => {
    const opened = opening.get(token.type);
    if (opened || closing.has(token.type)) {
      if (opened) kinds.push(opened);
      else kinds.pop();
      item = token.type === 'list_item_open' ? token : undefined;
      return;
    }
    if (token.type !== 'inline') return;
    const holder = tokens[index - 1];
    if (!holder || kinds.includes('nothing')) return;
    const text = plainText(
      token.children?.filter(({ type }) => type !== 'html_inline'),
      false,
    );
    const kind = holder.type === 'heading_open' ? 'heading' : (kinds.find((kind) => kind === 'quote') ?? kinds.at(-1));
    // A tight list shows its items without paragraphs of their own.
    const shown = holder.hidden ? item : holder;
    if (shown && text.trim()) blocks.push({ text, kind: (kind ?? 'paragraph') as Block['kind'], token: shown });
  });
  return blocks;
}

/** The minimum number of words for a result. */
const enoughWords = 100;
const longWord = 6;
const lastOfCyrillic = 0x52f;

/**
 * How hard a text is to read, by LIX (words per sentence, plus the percentage of words of more than six letters), which
 * is not made for a single language. Undefined for short texts, and for scripts whose words have no such lengths.
 */
export function levelOf(sentences: readonly Sentence[]): ReadingLevel | undefined {
  let words = 0;
  let long = 0;
  let others = 0;
  for (const sentence of sentences) {
    words += sentence.words.length;
    for (const { written } of sentence.words) {
      if (written.charCodeAt(0) > lastOfCyrillic) others += 1;
      else if (written.length > longWord) long += 1;
    }
  }
  if (words < enoughWords || others > words / 10) return undefined;
  const lix = words / sentences.length + (100 * long) / words;
  return lix < 35 ? 'easy' : lix < 50 ? 'medium' : 'demanding';
}

/** A sentence, its words, and its place. */
export type Sentence = { text: string; block: number; first: boolean; words: Word[] };

/** The maximum number of characters that are analysed: about three hours of reading. */
const characters = 210_000;

/** The sentences of a note's prose, without headings, as they are in the text except for line ends. */
export function sentencesIn(blocks: readonly Block[]): Sentence[] {
  const found: Sentence[] = [];
  let left = characters;
  blocks.forEach(({ text, kind }, block) => {
    if (kind === 'heading' || left <= 0) return;
    left -= text.length;
    sentencesOf(singleSpaced(text)).forEach((sentence, index) => {
      found.push({ text: sentence.text, block, first: index === 0, words: wordsIn(sentence.text) });
    });
  });
  return found;
}
