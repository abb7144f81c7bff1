import { z } from 'zod';

/**
 * What a moderator decided about a person. Silenced people read and keep what they have, and write nothing new; banned
 * ones cannot sign in either. `until` is ISO 8601, null for good; `action` is the entry of the moderation log, which
 * an appeal names.
 */
export const Suspension = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('silenced'),
    until: z.iso.datetime(),
    reason: z.string(),
    at: z.iso.datetime(),
    action: z.string(),
  }),
  z.object({
    kind: z.literal('banned'),
    until: z.iso.datetime().nullable(),
    reason: z.string(),
    at: z.iso.datetime(),
    action: z.string(),
    /** Present where everything that the person wrote is out of sight too. */
    writings: z.literal('hide').optional(),
  }),
]);
export type Suspension = z.infer<typeof Suspension>;
