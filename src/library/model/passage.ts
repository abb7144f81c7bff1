import type { Passage } from './highlight.ts';
import { whenNeeded } from '../../platform/model/remembered.ts';
import { limits } from '../../platform/model/limits.ts';

/** Where a passage is in a text: from its first character to behind its last. */
export type Span = { start: number; end: number };

const { context } = limits.highlight;

/** The passage at this place of a text, as it is kept; spaces at its ends are left out. Undefined where no words are. */
export function passageAt(text: string, { start, end }: Span): Passage | undefined {
  const chosen = text.slice(start, end);
  const quote = chosen.trim();
  if (quote === '' || quote.length > limits.highlight.quote) return undefined;
  const from = start + chosen.indexOf(quote);
  const to = from + quote.length;
  return {
    quote,
    prefix: text.slice(Math.max(0, from - context), from),
    suffix: text.slice(to, to + context),
    start: from,
  };
}

const words = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
/** No word is longer than what is looked at around an end. */
const around = 100;

/** A place in a text with its ends moved out to those of the words that they cut; in any script. */
export function atWords(text: string, { start, end }: Span): Span {
  const chosen = text.slice(start, end);
  const [first, last] = [start + chosen.search(/\S/u), start + chosen.trimEnd().length];
  if (chosen.trim() === '') return { start, end };
  return { start: wordAt(text, first)?.start ?? first, end: wordAt(text, last - 1)?.end ?? last };
}

/** The word that has the character at this place; undefined where none has. */
function wordAt(text: string, at: number): Span | undefined {
  const from = Math.max(0, at - around);
  const found = words()
    .segment(text.slice(from, at + around))
    .containing(at - from);
  if (!found?.isWordLike) return undefined;
  const start = from + found.index;
  return { start, end: start + found.segment.length };
}

/**
 * Finds a passage again. First where it was; else its words where they stand among the same neighbours, or nearest to
 * where they were; else, where the words themselves have changed, what stands between the same neighbours now.
 */
export function findPassage(text: string, { quote, prefix, suffix, start }: Passage): Span | undefined {
  if (text.startsWith(quote, start)) return { start, end: start + quote.length };
  let best: { at: number; score: number } | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const near = sharedEnd(text.slice(0, at), prefix) + sharedStart(text.slice(at + quote.length), suffix);
    // A whole neighbourhood outweighs any distance.
    const score = near * text.length - Math.abs(at - start);
    if (!best || score > best.score) best = { at, score };
  }
  if (best) return { start: best.at, end: best.at + quote.length };
  return between(text, { quote, prefix, suffix, start });
}

/** The neighbours must stand out, and what is between them be about as long as it was. */
function between(text: string, { quote, prefix, suffix }: Passage): Span | undefined {
  const [before, after] = [prefix.slice(-32), suffix.slice(0, 32)];
  if (before.trim().length < 12 || after.trim().length < 12) return undefined;
  const at = text.indexOf(before);
  if (at < 0) return undefined;
  const start = at + before.length;
  const end = text.indexOf(after, start);
  const length = end - start;
  return end > start && length <= quote.length * 2 && length >= quote.length / 2 ? { start, end } : undefined;
}

function sharedEnd(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}
