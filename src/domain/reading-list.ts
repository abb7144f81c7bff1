import { z } from 'zod';

/** Where a saved note is: waiting, under way, or put away. */
export const ReadingState = z.enum(['toread', 'reading', 'archived']);
export type ReadingState = z.infer<typeof ReadingState>;

/** What a person sends to save a note or to move it in the reading list. What is left out stays; a new one waits to be read. */
export const ReadingChange = z.strictObject({
  state: ReadingState.optional(),
  /** How far it was read, from 0 to 1. */
  progress: z.number().min(0).max(1).optional(),
});
export type ReadingChange = z.infer<typeof ReadingChange>;

/** A note's place in one's reading list. */
export const ReadingPlace = z.object({ state: ReadingState, progress: z.number().min(0).max(1) });
export type ReadingPlace = z.infer<typeof ReadingPlace>;

/** What saving answers; `saves` is how many people have the note in their lists. */
export const SavedAnswer = z.discriminatedUnion('saved', [
  ReadingPlace.extend({ saved: z.literal(true), saves: z.int().nonnegative() }),
  z.object({ saved: z.literal(false), saves: z.int().nonnegative() }),
]);
export type SavedAnswer = z.infer<typeof SavedAnswer>;
