import { z } from 'zod';

/** What is counted about a note: votes, people who saved it, and comments that show. */
export const Counts = z.object({
  votes: z.int().nonnegative(),
  saves: z.int().nonnegative(),
  comments: z.int().nonnegative(),
});
export type Counts = z.infer<typeof Counts>;

export const noCounts: Counts = { votes: 0, saves: 0, comments: 0 };

/** `1 vote`, `3 votes`. */
export function countedOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
