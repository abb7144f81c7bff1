import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';

const { quote, comment, context } = limits.highlight;

/**
 * Where a passage is in a text without markup: its words, how many characters stand before it, and what stands around
 * it, so that it is found again when the text has changed a little.
 */
export const Passage = z.strictObject({
  quote: z
    .string()
    .max(quote, `A highlight has at most ${quote} characters.`)
    .refine((words) => words.trim() !== '', 'Choose some words to highlight.'),
  prefix: z.string().max(context).default(''),
  suffix: z.string().max(context).default(''),
  start: z.int().nonnegative(),
});
export type Passage = z.infer<typeof Passage>;

/** After how many days a highlight is shown again: the first time, and each further time that it was remembered. */
const reviewDays = [1, 3, 7, 16, 35, 90, 180] as const;
const dayMs = 24 * 60 * 60_000;

/** What one says of a highlight that a review shows; `never` takes it out of the review. */
export type ReviewAnswer = 'again' | 'good' | 'never';

const Remark = z
  .string()
  .max(comment, `A comment has at most ${comment} characters.`)
  .overwrite((text) => text.replace(/\r\n?/g, '\n'));

/** What a person sends to highlight a passage of their copy. */
export const NewHighlight = Passage.extend({
  comment: Remark.default(''),
  /** What the sender calls it: sent again with the same id, it is there once. */
  id: z.uuid().optional(),
});
export type NewHighlight = z.infer<typeof NewHighlight>;

/** Where a highlight is in its review: how often in a row it was remembered, and when it is shown next (ISO 8601; null: not any more). */
export const Review = z.strictObject({
  step: z
    .int()
    .min(0)
    .max(reviewDays.length - 1),
  due: z.iso.datetime().nullable(),
});
export type Review = z.infer<typeof Review>;

/** What of a highlight is changed; what is left out stays. */
export const HighlightPatch = z.strictObject({ comment: Remark.optional(), review: Review.nullable().optional() });
export type HighlightPatch = z.infer<typeof HighlightPatch>;

/** A highlighted passage of one's own copy. Nobody else ever sees it. Times are ISO 8601. */
export const Highlight = NewHighlight.extend({
  id: z.uuid(),
  /** Missing until its first review, which is due a day after it was made. */
  review: Review.nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Highlight = z.infer<typeof Highlight>;

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

/** Where a highlight is in its review after this answer. */
export function reviewAfter({ review }: Pick<Highlight, 'review'>, answer: ReviewAnswer, now: Date): Review {
  const step = answer === 'good' ? Math.min((review?.step ?? 0) + 1, reviewDays.length - 1) : 0;
  if (answer === 'never') return { step, due: null };
  return { step, due: new Date(now.getTime() + (reviewDays[step] ?? 1) * dayMs).toISOString() };
}

/** When a highlight that was never reviewed must have been made to be due now. */
export const firstReviewBefore = (now: Date) => new Date(now.getTime() - reviewDays[0] * dayMs);

/** A highlight that is due, with the note in whose copy it is. */
export const DueHighlight = HighlightedCopy.pick({ uuid: true, title: true, link: true }).extend({
  highlight: Highlight,
});
export type DueHighlight = z.infer<typeof DueHighlight>;
