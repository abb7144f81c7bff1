import { whenNeeded } from '../remembered.ts';

const characters = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
/** No emoji is longer. */
const longest = 64;

/** The first `length` UTF-16 units of a text, or less: never a part of what readers see as one character. */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = characters()
    .segment(text.slice(0, length + longest))
    .containing(length)?.index;
  return text.slice(0, end || length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same with a sign that something is missing, where it is; not longer than `length` with that. */
export function shortenedTo(text: string, length: number): string {
  return text.length <= length ? text : `${cutTo(text, length - 1).trimEnd()}…`;
}
