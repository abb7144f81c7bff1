import { z } from 'zod';
import { Role } from '../../people/model/user.ts';
import { Subject, SubjectKind } from './subject.ts';

export const ActionName = z.enum([
  'dismiss',
  'hide',
  'remove',
  'lock',
  'release',
  'refuse',
  'silence',
  'ban',
  'ban-domain',
  'undo',
  'uphold',
]);
export type ActionName = z.infer<typeof ActionName>;

/**
 * One decision, as the moderation log keeps it. `subject` is what was decided about, null for a domain; `personId` is
 * whom it concerns. `until`: the term, null for good; `undoes` names the entry that this one took back, and `undoneBy`
 * the one that took this one back.
 */
export const Entry = z.object({
  id: z.uuid(),
  action: ActionName,
  subject: Subject.nullable(),
  personId: z.string().nullable(),
  by: z.string(),
  byRole: Role,
  reason: z.string(),
  at: z.iso.datetime(),
  until: z.iso.datetime().nullish(),
  domain: z.string().optional(),
  undoes: z.uuid().optional(),
  undoneBy: z.uuid().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** An entry as everyone may read it: what, when, in which role and why; no names, titles or addresses of people's own. */
export const PublicEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: ActionName,
  what: z.enum([...SubjectKind.options, 'domain']),
  by: Role,
  reason: z.string(),
  until: z.iso.datetime().nullish(),
  domain: z.string().optional(),
  undone: z.boolean(),
});
export type PublicEntry = z.infer<typeof PublicEntry>;

/** What is told of an entry. */
export function publicEntry(entry: Entry): PublicEntry {
  const { id, at, action, subject, byRole, reason, until, domain, undoneBy } = entry;
  return {
    id,
    at,
    action,
    what: subject?.kind ?? 'domain',
    by: byRole,
    reason,
    ...(until === undefined ? {} : { until }),
    ...(domain === undefined ? {} : { domain }),
    undone: undoneBy !== undefined,
  };
}

/** Whether the log tells of it: that a report was dismissed would only point at what nothing is wrong with. */
export function isTold({ action }: Pick<Entry, 'action'>): boolean {
  return action !== 'dismiss';
}
