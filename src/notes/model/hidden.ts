import { z } from 'zod';

/**
 * Why readers do not find a note that its author has published. `held`: it waits for a moderator's look; `refused`:
 * a moderator looked and said no; `hidden`: out of sight, its address answers 404; `removed`: out of sight for good,
 * its address answers 410; `with-author`: all that its author wrote is out of sight. `action` is the entry of the
 * moderation log, null where a rule decided.
 */
export const Hidden = z.object({
  kind: z.enum(['held', 'refused', 'hidden', 'removed', 'with-author']),
  reason: z.string(),
  at: z.iso.datetime(),
  action: z.string().nullable(),
});
export type Hidden = z.infer<typeof Hidden>;

/** Why nobody may add to a thread any more. */
export const Locked = z.object({ reason: z.string(), at: z.iso.datetime(), action: z.string() });
export type Locked = z.infer<typeof Locked>;
