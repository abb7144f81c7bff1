import { isSmallWord, smallIn } from '../../../platform/model/text/languages.ts';
import { termOf, wordsOf, singleSpaced, sentencesOf } from '../../../platform/model/text/words.ts';
import type { ReadingLevel } from '../../../notes/model/reading-aid.ts';
import type { Token } from 'markdown-it';
import { plainText } from '../../../notes/server/markdown/markdown-text.ts';

/**
 * A word as it is written and in lower case, the languages in which it is a small one, and the term that it is: empty where
 * it says nothing of what a text is about, as small words, numbers and single letters.
 */
export type Word = { written: string; lower: string; smallIn: readonly string[]; term: string };

/** The words of a text in any script, in order. */
export function wordsIn(text: string): Word[] {
  return wordsOf(text).map(known);
}

/** The terms of words, in order, as often as they are said. */
export function termsAmong(words: readonly Word[]): string[] {
  return words.filter(({ term }) => term !== '').map(({ term }) => term);
}

/** The same words come in every note, and looking at one takes long beside remembering it. */
const seen = new Map<string, Word>();
const maxSeen = { words: 20_000, length: 40 };

function known(written: string): Word {
  const found = seen.get(written);
  if (found) return found;
  if (written.length > maxSeen.length) return wordOf(written);
  if (seen.size >= maxSeen.words) seen.clear();
  // A part of a string holds the whole of it, which would be the text of a note for each word.
  const word = wordOf(Buffer.from(written).toString());
  seen.set(word.written, word);
  return word;
}

function wordOf(written: string): Word {
  const languages = smallIn(written);
  const term = languages.length > 0 ? '' : termOf(written);
  return { written, lower: written.toLowerCase(), smallIn: languages, term: isTerm(term) ? term : '' };
}

function isTerm(term: string): boolean {
  const first = term.codePointAt(0) ?? 0;
  if (first >= 0x30 && first <= 0x39) return false;
  // Letters of an alphabet say something from three on, characters and syllables from one or two.
  if (first < 0x2e80) return term.length > 2 && !isSmallWord(term);
  return term.length > 1 || (first >= 0x4e00 && first < 0xa000);
}

/** `word`: as it is written. */
export type WeightedTerm = { term: string; weight: number; word: string };

const kept = 12;

/**
 * The terms that a note is about, the weightiest first, at most twelve: how often each is said, more for those of the
 * title and of headings. Weights are between 0 and 1, the weightiest term's is 1.
 */
export function weightedTerms(
  said: Iterable<readonly [term: string, times: number]>,
  { titleTerms, headingTerms }: { titleTerms: readonly string[]; headingTerms: readonly string[] },
  wordOf: (term: string) => string,
): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const [term, times] of said) weights.set(term, 1 + Math.log(times));
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

/** A stretch of a note's prose in plain words, and the token whose element readers can be led to. */
export type Block = { text: string; kind: 'paragraph' | 'item' | 'quote' | 'heading'; token: Token };

/** What holds blocks, by the tokens that open it, with what prose is within. */
const opening = new Map<string, Block['kind'] | 'nothing'>([
  ['blockquote_open', 'quote'],
  ['list_item_open', 'item'],
  ['table_open', 'nothing'],
  ['footnotes_open', 'nothing'],
]);
const closing = new Set([...opening.keys()].map((type) => type.replace(/_open$/, '_close')));

/** The prose of a parsed note in the order of reading. Code, tables, raw HTML and footnotes are none. */
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

/** Fewer words tell nothing. */
const enoughWords = 100;
const longWord = 6;
const lastOfCyrillic = 0x52f;

/**
 * How hard a text is to read, by LIX (words a sentence, plus the share of words of more than six letters), which was made
 * for no one language. Undefined for short texts, and in scripts whose words have no such lengths.
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

/** A sentence, its words, and where it stands. */
export type Sentence = { text: string; block: number; first: boolean; words: Word[] };

/** More of a text is not looked at: what one reads in three hours. */
const characters = 210_000;

/** The sentences of a note's prose, headings left out, as they stand in it but for line ends. */
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
