import { grouped } from '../../platform/model/counted.ts';
import * as z from 'zod';
import { Engine } from '../../notes/model/reading-aid.ts';

export const longestQuestion = 2_000;

/**
 * A request to the assistant: `answer` a question, from one note or all public ones; `explain` a passage that was
 * selected in a note; or find `more` on such a passage, in all other public notes. `question` is the question or the
 * passage.
 */
export const Question = z
  .strictObject({
    task: z.enum(['answer', 'explain', 'more']).default('answer'),
    question: z
      .string()
      .trim()
      .min(1, 'Ask something.')
      .max(longestQuestion, `A question has at most ${grouped(longestQuestion)} characters. Leave some out.`),
    note: z.uuid('A note is named by its uuid.').optional(),
  })
  .refine(({ task, note }) => task === 'answer' || note !== undefined, {
    path: ['note'],
    error: 'Name the note that the passage stands in.',
  });
export type Question = z.infer<typeof Question>;

/**
 * A literal part of a note. `at`: the id of its place in the note's page, if it has one, as the sources of key points do.
 * `near`: it has too few of the words, and a model found its note semantically similar.
 */
export const Passage = z.object({
  path: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.string().optional(),
  near: z.literal(true).optional(),
  own: z.enum(['note', 'copy']).optional(),
});
export type Passage = z.infer<typeof Passage>;

/** A sentence that a model wrote, the numbers of the passages that it cites, and whether they seem to support it. */
export const WrittenSentence = z.object({ text: z.string(), cites: z.array(z.int()), supported: z.boolean() });
export type WrittenSentence = z.infer<typeof WrittenSentence>;

/**
 * One line of an answer, which is sent as lines of JSON: first the passages that answer the question, or otherwise the
 * most similar ones; then, if there is a model, its sentences about them, each checked against the passages; and how it
 * ended. `left`: how many sentences were left out because no passage supports them.
 */
export const AnswerLine = z.union([
  z.object({ passages: z.array(Passage), answered: z.boolean() }),
  z.object({ sentence: WrittenSentence }),
  z.object({ done: Engine, left: z.int().optional() }),
]);
export type AnswerLine = z.infer<typeof AnswerLine>;
