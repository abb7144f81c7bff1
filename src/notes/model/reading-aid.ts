import * as z from 'zod';

/** Who did the work: the built-in engine, which only quotes, or a language model, which may be wrong. */
export const Engine = z.enum(['extract', 'model']);
export type Engine = z.infer<typeof Engine>;

export const ReadingLevel = z.enum(['easy', 'medium', 'demanding']);
export type ReadingLevel = z.infer<typeof ReadingLevel>;

/** A point that a note makes, as plain text, and the id of its element in the page. */
const KeyPoint = z.object({ text: z.string(), at: z.string() });
type KeyPoint = z.infer<typeof KeyPoint>;

/** A key point in a model's own words, and the words of the note, literally, that say so. */
export const WrittenPoint = z.object({ text: z.string(), quote: z.string() });
export type WrittenPoint = z.infer<typeof WrittenPoint>;

/** What the assistant shows readers about a note. Everything in it is plain text. */
export const ReadingAid = z.object({
  engine: Engine,
  /** At most three, in reading order; none if a note is too short to need any. */
  points: z.array(KeyPoint),
  level: ReadingLevel.optional(),
  /** ISO 639-1, if it could be detected. */
  language: z.string().optional(),
  /** Names of people, works and places in a long note, each with its first place. */
  names: z.array(z.object({ name: z.string(), at: z.string() })),
});
export type ReadingAid = z.infer<typeof ReadingAid>;

/** Key points are shown if they save a reader this much time. */
const worthMinutes = 2;

/** Whether reading the key points instead of the text, which takes `minutes`, saves enough time to show them. */
export function pointsSaveTime({ points }: { points: readonly { text: string }[] }, minutes: number): boolean {
  const words = points.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  return points.length > 0 && minutes - words / 230 >= worthMinutes;
}

/** How readers see which engine wrote the points. */
export const engineInWords: Record<Engine, string> = {
  extract: 'Quoted from the text',
  model: 'Written by a language model, which may be wrong',
};
