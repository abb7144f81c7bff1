import { z } from 'zod';
import { Engine } from '../../notes/model/reading-aid.ts';

export const longestQuestion = 2_000;

/**
 * What is asked: `answer` a question, by one note or all public ones; `explain` a passage that was selected in a note;
 * or what `more` there is on such a passage, in all other public notes. `question` is the question or the passage.
 */
export const Question = z
  .strictObject({
    task: z.enum(['answer', 'explain', 'more']).default('answer'),
    question: z
      .string()
      .trim()
      .min(1, 'Ask something.')
      .max(
        longestQuestion,
        `A question has at most ${longestQuestion.toLocaleString('en')} characters. Leave some out.`,
      ),
    note: z.uuid('A note is named by its uuid.').optional(),
  })
  .refine(({ task, note }) => task === 'answer' || note !== undefined, {
    path: ['note'],
    error: 'Name the note that the passage stands in.',
  });
export type Question = z.infer<typeof Question>;

/**
 * A part of a note, literally as it stands there. `at` is the id of its place in the note's page, where the place has one:
 * what the key points say has. `near`: it has too few of the words, and its note is near in meaning, as a model sees it.
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

/** A sentence that a model wrote: the numbers of the passages that it names, and whether they support it, as far as can be told. */
export const WrittenSentence = z.object({ text: z.string(), cites: z.array(z.int()), supported: z.boolean() });
export type WrittenSentence = z.infer<typeof WrittenSentence>;

/**
 * One line of an answer, which comes as lines of JSON: first the passages that answer what was asked, or where none does
 * those that are nearest to it, then sentences that a model writes about them, where there is a model, each checked against
 * the passages, and how it ended; `left` sentences said what no passage says, and were left out.
 */
export const AnswerLine = z.union([
  z.object({ passages: z.array(Passage), answered: z.boolean() }),
  z.object({ sentence: WrittenSentence }),
  z.object({ done: Engine, left: z.int().optional() }),
]);
export type AnswerLine = z.infer<typeof AnswerLine>;
