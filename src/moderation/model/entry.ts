import { z } from 'zod';
import { PictureName } from '../../pictures/model/picture.ts';
import { Role } from '../../people/model/user.ts';

/** What can be reported and decided about. A note and a comment are named by uuid, a person by user id. */
export const SubjectKind = z.enum(['note', 'comment', 'person']);
export type SubjectKind = z.infer<typeof SubjectKind>;

export const SubjectId = z.string().regex(/^[\w-]{1,64}$/, 'Name what it is about by its id.');

export const Subject = z.strictObject({ kind: SubjectKind, id: SubjectId });
export type Subject = z.infer<typeof Subject>;

/** `note:{uuid}`, `comment:{id}` or `person:{user id}`. */
export function subjectName({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** The subject of such a name. Throws for anything else. */
export function subjectOf(name: string): Subject {
  const [kind, ...id] = name.split(':');
  return Subject.parse({ kind, id: id.join(':') });
}

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
  'remove-picture',
  'undo',
  'uphold',
]);
export type ActionName = z.infer<typeof ActionName>;

/**
 * One decision, as the moderation log keeps it. `subject` is what was decided about, null for a domain and a picture; `personId` is
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
  /** The name of a picture that was removed wherever it was shown. */
  picture: PictureName.optional(),
  undoes: z.uuid().optional(),
  undoneBy: z.uuid().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** An entry as everyone may read it: what, when, in which role and why; no names, titles or addresses of people's own. */
export const PublicEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: ActionName,
  what: z.enum([...SubjectKind.options, 'domain', 'picture']),
  by: Role,
  reason: z.string(),
  until: z.iso.datetime().nullish(),
  domain: z.string().optional(),
  undone: z.boolean(),
});
export type PublicEntry = z.infer<typeof PublicEntry>;

/** What an entry is about. */
export function thingOf({ subject, picture }: Pick<Entry, 'subject' | 'picture'>): PublicEntry['what'] {
  return subject?.kind ?? (picture === undefined ? 'domain' : 'picture');
}

/** What is told of an entry. */
export function publicEntry(entry: Entry): PublicEntry {
  const { id, at, action, byRole, reason, until, domain, undoneBy } = entry;
  return {
    id,
    at,
    action,
    what: thingOf(entry),
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

/** Entries on one page of the log. */
export const logPageSize = 30;

const PageNumber = z.coerce.number().int().min(1, 'Pages are numbered from 1.').max(100_000).default(1);
export const LogQuery = z.strictObject({ page: PageNumber });

/** A page of the public log, newest first; `pages` is how many there are. */
export const LogPage = z.object({ page: z.int(), pages: z.int(), entries: z.array(PublicEntry) });
export type LogPage = z.infer<typeof LogPage>;

/** The same for moderators, dismissed reports and names included. */
export const DecisionsPage = z.object({
  page: z.int(),
  pages: z.int(),
  entries: z.array(Entry.extend({ byHandle: z.string() })),
});
export type DecisionsPage = z.infer<typeof DecisionsPage>;
