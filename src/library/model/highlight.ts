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

const Remark = z
  .string()
  .max(comment, `A comment has at most ${comment} characters.`)
  .overwrite((text) => text.replace(/\r\n?/g, '\n'));

/** What a person sends to highlight a passage of their copy. */
export const NewHighlight = Passage.extend({ comment: Remark.default('') });
export type NewHighlight = z.infer<typeof NewHighlight>;

export const HighlightPatch = z.strictObject({ comment: Remark });
export type HighlightPatch = z.infer<typeof HighlightPatch>;

/** A highlighted passage of one's own copy. Nobody else ever sees it. Times are ISO 8601. */
export const Highlight = NewHighlight.extend({
  id: z.uuid(),
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
