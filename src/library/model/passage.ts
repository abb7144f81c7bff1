import type { Passage } from './highlight.ts';
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
