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

const words: Record<Hidden['kind'], string> = {
  held: 'Held for a look by a moderator: only you can read this until then',
  refused: 'Not published by a moderator: only you can read this',
  hidden: 'Hidden by a moderator: only you can read this',
  removed: 'Removed by a moderator: only you can read this',
  'with-author': 'Hidden with everything that you wrote: only you can read this',
};

/** The same in a word, for lists. */
export const hiddenLabels: Readonly<Record<Hidden['kind'], string>> = {
  held: 'Held',
  refused: 'Not published',
  hidden: 'Hidden',
  removed: 'Removed',
  'with-author': 'Hidden',
};

/** What its author reads above the note. */
export function hiddenInWords({ kind, reason }: Hidden): string {
  return `${words[kind]}. The reason given: “${reason}”`;
}

/** Why nobody may add to a thread any more. */
export const Locked = z.object({ reason: z.string(), at: z.iso.datetime(), action: z.string() });
export type Locked = z.infer<typeof Locked>;
