import { z } from 'zod';
import { Engine } from './reading-aid.ts';

const longest = 2_000;

/** A question about one note, or about all public ones. */
export const Question = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1, 'Ask something.')
    .max(longest, `A question has at most ${longest.toLocaleString('en')} characters. Leave some out.`),
  note: z.uuid('A note is named by its uuid.').optional(),
});
export type Question = z.infer<typeof Question>;

/** A part of a note, literally as it stands there. */
export const Passage = z.object({ path: z.string(), title: z.string(), text: z.string() });
export type Passage = z.infer<typeof Passage>;

/**
 * One line of an answer, which comes as lines of JSON: first the passages that speak of what was asked (none: there is
 * no answer here), then pieces of a text that a model writes about them, where there is a model, and how it ended.
 */
export const AnswerLine = z.union([
  z.object({ passages: z.array(Passage) }),
  z.object({ text: z.string() }),
  z.object({ done: Engine }),
]);
export type AnswerLine = z.infer<typeof AnswerLine>;
