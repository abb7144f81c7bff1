import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What is known of a finished build: its id, the revision of the change log that it shows, and the code that made it. */
export const BuildRecord = z.object({ buildId: z.string(), revision: z.int().nonnegative(), code: z.string() });
export type BuildRecord = z.infer<typeof BuildRecord>;

/** Sorts by time, and never looks like a number to a JSON parser. */
export function newBuildId(now: Date): string {
  return `b${now.getTime().toString(36)}-${randomBytes(4).toString('hex')}`;
}
