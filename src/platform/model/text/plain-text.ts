import { lazy } from '../memoized.ts';
import { normalized } from './normal-form.ts';

const characters = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
/** No emoji is longer, in UTF-16 units. */
const longestEmoji = 64;

/** The first `length` UTF-16 units of a text, or less: never a part of what readers see as one character. */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = characters()
    .segment(text.slice(0, length + longestEmoji))
    .containing(length)?.index;
  return text.slice(0, end || length).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same, with an ellipsis if something was cut. At most `length` units long, ellipsis included. */
export function shortenedTo(text: string, length: number): string {
  return text.length <= length ? text : `${cutTo(text, length - 1).trimEnd()}…`;
}

/** Control characters mean nothing in a text, and XML readers refuse them; line ends and tabs stay. */
export function withoutControls(text: string): string {
  return text.replace(/[[\p{Cc}]--[\n\t]]/gv, '');
}

/** Most texts are plain already and need no normalising. */
const plain = /^[\n\t\x20-\x7e]*$/;

/** Text of several lines as it is stored: composed characters, only line feeds as line ends, no control characters. */
export function plainText(text: string): string {
  if (plain.test(text)) return text;
  return withoutControls(normalized(text.replace(/\r\n?/g, '\n')));
}

/** Removes characters that change the direction of the text after them, so that a short text cannot disturb its neighbours. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
