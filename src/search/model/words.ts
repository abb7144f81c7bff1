import { lazy } from '../../platform/model/memoized.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

/** A word of a text in comparable form, and its position in the text (in UTF-16 units). */
export type Word = { word: string; from: number; to: number };

const runs = /[\p{L}\p{M}\p{N}]+/gu;
/**
 * Scripts without spaces between words. The first are searched by pairs of characters; dictionaries know the words of the
 * others.
 */
const paired = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
const joined = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spaceless = new RegExp(`${paired.source}|${joined.source}`, 'u');
const pieces = new RegExp(`(?:${paired.source})+|(?:${joined.source}|\\p{M})+|[^]`, 'gu');
const segmenter = lazy(() => new Intl.Segmenter('th', { granularity: 'word' }));
const ascii = /^[\x20-\x7e]*$/;
const asciiRuns = /[a-z\d]+/g;
const longestWord = 32;

/**
 * The words of a text in any script, in order. Chinese and Japanese give overlapping pairs of characters, since no two
 * dictionaries agree where their words end. With `ends`, the last character of each run also comes alone, so that every
 * character begins a word. With `among`, only the words that are in it, which takes less time.
 */
export function wordsOf(
  text: string,
  { ends = false, among }: { ends?: boolean; among?: ReadonlySet<string> } = {},
): Word[] {
  const found: Word[] = [];
  const isWanted = (word: string) => (among ? among.has(word) : word !== '');
  if (ascii.test(text)) {
    for (const { 0: run, index } of text.toLowerCase().matchAll(asciiRuns)) {
      const word = run.slice(0, longestWord);
      if (isWanted(word)) found.push({ word, from: index, to: index + run.length });
    }
    return found;
  }
  for (const match of text.matchAll(runs)) {
    if (spaceless.test(match[0])) {
      for (const word of wordsInRun(match[0], match.index, ends)) if (isWanted(word.word)) found.push(word);
      continue;
    }
    const word = comparable(match[0]);
    if (isWanted(word)) found.push({ word, from: match.index, to: match.index + match[0].length });
  }
  return found;
}

/** The same words, without their positions, as an index counts them. */
export function spokenWords(text: string): string[] {
  if (ascii.test(text)) return (text.toLowerCase().match(asciiRuns) ?? []).map((word) => word.slice(0, longestWord));
  if (spaceless.test(text)) return wordsOf(text, { ends: true }).map(({ word }) => word);
  return (text.match(runs) ?? []).map(comparable).filter((word) => word !== '');
}

/** A word in comparable form: without case, accents and the short vowels that Arabic and Hebrew may leave out. */
export function comparable(word: string): string {
  if (ascii.test(word)) return word.slice(0, longestWord).toLowerCase();
  const unmarked = normalized(word, 'NFKD').replace(
    /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Mn}])\p{Mn}/gu,
    '',
  );
  const plain = normalized(unmarked.toLowerCase());
  return plain.length > longestWord ? [...plain].slice(0, longestWord).join('') : plain;
}

/** A word with its characters in the opposite order. */
export function reversed(word: string): string {
  return [...word].reverse().join('');
}

function wordAt(text: string, from: number): Word {
  return { word: comparable(text), from, to: from + text.length };
}

function wordsInRun(run: string, start: number, ends: boolean): Word[] {
  const found: Word[] = [];
  let plain = '';
  let at = start;
  const flush = () => {
    if (plain) found.push(wordAt(plain, at - plain.length));
    plain = '';
  };
  for (const [piece] of run.matchAll(pieces)) {
    if (!spaceless.test(piece)) plain += piece;
    else {
      flush();
      for (const word of paired.test(piece) ? pairsOf(piece, at, ends) : segmentsOf(piece, at)) found.push(word);
    }
    at += piece.length;
  }
  flush();
  return found;
}

function pairsOf(run: string, start: number, ends: boolean): Word[] {
  const characters = [...run];
  const found: Word[] = [];
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined) found.push(wordAt(character + next, at));
    else if (ends || characters.length === 1) found.push(wordAt(character, at));
    at += character.length;
  }
  return found;
}

function segmentsOf(run: string, start: number): Word[] {
  return [...segmenter().segment(run)].map(({ segment, index }) => wordAt(segment, start + index));
}
