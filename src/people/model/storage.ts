import { z } from 'zod';

/** What a person has here, in bytes, and how much they may have. */
export const Storage = z.object({ used: z.int().nonnegative(), limit: z.int().positive() });
export type Storage = z.infer<typeof Storage>;
