import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { lazy } from '../../platform/model/memoized.ts';

const { quote, comment, context } = limits.highlight;

/**
 * The position of a passage in a text without markup: its words, the number of characters before it, and the text around
 * it, so that it is still found after small changes of the text.
 */
export const Passage = z.strictObject({
  quote: z
    .string()
    .max(quote, `A highlight has at most ${quote} characters.`)
    .refine((words) => words.trim() !== '', 'Choose some words to highlight.'),
  prefix: z.string().max(context).default(''),
  suffix: z.string().max(context).default(''),
  start: z.int().nonnegative().max(limits.whole),
});
export type Passage = z.infer<typeof Passage>;

/** Days until a highlight is shown again: first, and after each further time that it was remembered. */
const reviewDays = [1, 3, 7, 16, 35, 90, 180] as const;
const dayMs = 24 * 60 * 60_000;

/** A person's answer to a highlight in a review; `never` removes it from the review. */
export type ReviewAnswer = 'again' | 'good' | 'never';

const Remark = z
  .string()
  .max(comment, `A comment has at most ${comment} characters.`)
  .overwrite((text) => text.replace(/\r\n?/g, '\n'));

/** What a person sends to highlight a passage of their copy. */
export const NewHighlight = Passage.extend({
  comment: Remark.default(''),
  /** An id chosen by the sender, so that sending it twice adds it once. */
  id: z.uuid().optional(),
});
export type NewHighlight = z.infer<typeof NewHighlight>;

/** The state of a highlight's review: how often in a row it was remembered, and when it is due (ISO 8601; null: never). */
export const Review = z.strictObject({
  step: z
    .int()
    .min(0)
    .max(reviewDays.length - 1),
  due: z.iso.datetime().nullable(),
});
export type Review = z.infer<typeof Review>;

/** A change of a highlight. Fields that are left out stay unchanged. */
export const HighlightPatch = z.strictObject({ comment: Remark.optional(), review: Review.nullable().optional() });
export type HighlightPatch = z.infer<typeof HighlightPatch>;

/** A highlighted passage of a person's own copy. Nobody else ever sees it. Times are ISO 8601. */
export const Highlight = NewHighlight.extend({
  id: z.uuid(),
  /** Absent until its first review, which is due a day after it was made. */
  review: Review.nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Highlight = z.infer<typeof Highlight>;

/** A deleted highlight, sent whole to restore it; its id is in the address. */
export const RestoredHighlight = Highlight.omit({ id: true });
export type RestoredHighlight = z.infer<typeof RestoredHighlight>;

/** A note's link with what its author highlighted in the copy of the page, in the order of the text; `createdAt` is the note's. */
export const HighlightedCopy = z.object({
  uuid: z.uuid(),
  title: z.string(),
  link: z.string(),
  createdAt: z.iso.datetime(),
  highlights: z.array(Highlight),
});
export type HighlightedCopy = z.infer<typeof HighlightedCopy>;

export function inTextOrder(highlights: readonly Highlight[]): Highlight[] {
  return highlights.toSorted((one, other) => one.start - other.start || one.createdAt.localeCompare(other.createdAt));
}

/** The state of a highlight's review after this answer. */
export function reviewAfter({ review }: Pick<Highlight, 'review'>, answer: ReviewAnswer, now: Date): Review {
  const step = answer === 'good' ? Math.min((review?.step ?? 0) + 1, reviewDays.length - 1) : 0;
  if (answer === 'never') return { step, due: null };
  return { step, due: new Date(now.getTime() + (reviewDays[step] ?? 1) * dayMs).toISOString() };
}

/** A highlight that was never reviewed is due if it was made before this time. */
export const firstReviewBefore = (now: Date) => new Date(now.getTime() - reviewDays[0] * dayMs);

/** A highlight that is due, with the note in whose copy it is. */
export const DueHighlight = HighlightedCopy.pick({ uuid: true, title: true, link: true }).extend({
  highlight: Highlight,
});
export type DueHighlight = z.infer<typeof DueHighlight>;

/** A range of a text: the offsets of its first character and after its last. */
export type Span = { start: number; end: number };

/** The passage in this range, without spaces at its ends. Undefined if it is blank or too long. */
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

const words = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
/** How many characters on each side are searched for the ends of a word. No word is longer. */
const around = 100;

/** A range extended to whole words at both ends, in any script. */
export function expandedToWords(text: string, { start, end }: Span): Span {
  const chosen = text.slice(start, end);
  const [first, last] = [start + chosen.search(/\S/u), start + chosen.trimEnd().length];
  if (chosen.trim() === '') return { start, end };
  return { start: wordAt(text, first)?.start ?? first, end: wordAt(text, last - 1)?.end ?? last };
}

/** The word that contains the character at this offset; undefined if none does. */
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
 * Finds a passage again in a text that may have changed. Tries, in this order: its old position; its words in the most
 * similar surroundings, the nearest first; its words with different spaces, such as a new paragraph; and, if the words have
 * changed, whatever is now between the old surroundings.
 */
export function findPassage(text: string, { quote, prefix, suffix, start }: Passage): Span | undefined {
  if (text.startsWith(quote, start)) return { start, end: start + quote.length };
  let best: { at: number; score: number } | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const shared = sharedEnd(text.slice(0, at), prefix) + sharedStart(text.slice(at + quote.length), suffix);
    // One more shared character outweighs any distance.
    const score = shared * text.length - Math.abs(at - start);
    if (!best || score > best.score) best = { at, score };
  }
  if (best) return { start: best.at, end: best.at + quote.length };
  return spaced(text, quote) ?? between(text, { quote, prefix, suffix, start });
}

/** Finds the words whatever the spaces between their characters, but not as parts of longer words. */
function spaced(text: string, quote: string): Span | undefined {
  const wanted = quote.replaceAll(/\s+/g, '');
  if (wanted === '') return undefined;
  let bare = '';
  const places: number[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    bare += run;
    for (let each = 0; each < run.length; each += 1) places.push(index + each);
  }
  for (let at = bare.indexOf(wanted); at >= 0; at = bare.indexOf(wanted, at + 1)) {
    const [start = 0, last = 0] = [places[at], places[at + wanted.length - 1]];
    const whole = expandedToWords(text, { start, end: last + 1 });
    if (whole.start === start && whole.end === last + 1) return whole;
  }
  return undefined;
}

/** Finds what is between the old surroundings. They must be distinctive, and the result about as long as the passage was. */
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
