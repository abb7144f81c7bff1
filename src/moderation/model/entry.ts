import * as z from 'zod';
import { PictureName } from '../../pictures/model/picture.ts';
import { Role } from '../../people/model/user.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

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

/** The subject with this name. Throws if the name is invalid. */
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
 * A decision, as the moderation log stores it. `subject` is null for a domain or a picture; `personId` is the person
 * concerned. `until`: when it ends, null if never; `undoes` is the entry that this one undid, and `undoneBy` the one that
 * undid this one.
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
  /** The name of a picture that was removed everywhere. */
  picture: PictureName.optional(),
  undoes: z.uuid().optional(),
  undoneBy: z.uuid().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** A public entry: what, when, in which role and why, without names, titles or addresses of people's content. */
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

/** The kind of thing that an entry is about. */
export function subjectKindOf({ subject, picture }: Pick<Entry, 'subject' | 'picture'>): PublicEntry['what'] {
  return subject?.kind ?? (picture === undefined ? 'domain' : 'picture');
}

/** The public part of an entry. */
export function publicEntry(entry: Entry): PublicEntry {
  const { id, at, action, byRole, reason, until, domain, undoneBy } = entry;
  return {
    id,
    at,
    action,
    what: subjectKindOf(entry),
    by: byRole,
    reason,
    ...(until === undefined ? {} : { until }),
    ...(domain === undefined ? {} : { domain }),
    undone: undoneBy !== undefined,
  };
}

/** Whether the public log lists an entry. A dismissed report would only draw attention to something that is fine. */
export function isInPublicLog({ action }: Pick<Entry, 'action'>): boolean {
  return action !== 'dismiss';
}

/** The number of entries on one page of the log. */
export const logPageSize = 30;

const PageNumber = z.coerce.number().int().min(1, 'Pages are numbered from 1.').max(100_000).default(1);
export const LogQuery = z.strictObject({ page: PageNumber });

/** A page of the public log, newest first; `pages` is the number of pages. */
export const LogPage = z.object({ page: z.int(), pages: z.int(), entries: z.array(PublicEntry) });
export type LogPage = z.infer<typeof LogPage>;

/**
 * A page of the log for moderators, which includes dismissed reports and names. `about` names what was decided about: a note
 * or a comment by the note's title, a person by the handle; null for other things, and for what no longer exists or is private now. `path` is
 * null for a hidden note, which only its author can open.
 */
export const DecisionsPage = z.object({
  page: z.int(),
  pages: z.int(),
  entries: z.array(
    Entry.extend({
      byHandle: z.string(),
      about: z.object({ name: z.string(), path: z.string().nullable() }).nullable(),
    }),
  ),
});
export type DecisionsPage = z.infer<typeof DecisionsPage>;

/**
 * A domain for a ban: the host of an address in ASCII (`xn--…`), lower case, without `www.`, port and final dot. Accepts a
 * whole address too. A ban also applies to every host below the domain.
 */
export const Domain = z
  .string()
  .max(2048)
  .transform((typed, context) => {
    const host = bannableHost(typed.trim());
    if (host !== undefined) return host;
    context.addIssue('Name a domain such as example.org.');
    return z.NEVER;
  });

/** The most labels of a host. An address may have a hundred thousand, and thus as many parent domains, all nearly as long. */
const maxLabels = 10;

function bannableHost(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const host = URL.canParse(address) ? plainHost(new URL(address)) : '';
  const labels = host.split('.');
  // A single label would be a whole top-level domain.
  const isDomain = labels.length > 1 && labels.length <= maxLabels && labels.every(Boolean);
  return isDomain || /^\[[\da-f:]+\]$/.test(host) ? host : undefined;
}

function plainHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');
}

/** The domains whose ban would apply to these addresses: each host and its parent domains, up to `maxLabels`. */
export function domainsOf(urls: readonly string[]): string[] {
  const found = new Set<string>();
  for (const url of urls) {
    if (!URL.canParse(url)) continue;
    const labels = plainHost(new URL(url)).split('.').slice(-maxLabels);
    for (let from = 0; from < Math.max(1, labels.length - 1); from += 1) found.add(labels.slice(from).join('.'));
  }
  return [...found];
}

const Reason = z
  .string()
  .transform((reason) => normalized(reason).replace(/\s+/gu, ' ').trim())
  .pipe(
    z.string().min(3, 'Give a reason of at least 3 characters.').max(500, 'Give the reason in at most 500 characters.'),
  );

const Days = z.int().min(1, 'A term has at least 1 day.').max(365, 'A term has at most 365 days; longer is for good.');

/** `case`: the open case that this decides, as the moderator saw it. If two moderators decide it, the second is refused. */
const settles = { case: z.uuid().optional(), reason: Reason };
const about = { id: SubjectId };

const forContent = { subject: z.enum(['note', 'comment']), ...about, ...settles };
/** A picture, by its name or by an address that contains it. */
const Picture = z
  .string()
  .max(2048)
  .transform((typed) => /(?:^|\/)([0-9a-f]{32})(?:-\d+\.webp)?$/.exec(typed.trim())?.[1] ?? '')
  .pipe(PictureName);

const forNote = { subject: z.literal('note'), ...about, ...settles };
const forPerson = { subject: z.literal('person'), ...about, ...settles };

/**
 * A moderator's decision. `rev` is the revision of the held note that the moderator read: a later one has not been reviewed.
 * `writings` says whether what a banned person wrote stays visible.
 */
export const Decision = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('dismiss'),
    subject: SubjectKind,
    ...about,
    ...settles,
    case: z.uuid(),
  }),
  z.strictObject({ action: z.literal('hide'), ...forContent }),
  z.strictObject({ action: z.literal('remove'), ...forContent }),
  z.strictObject({ action: z.literal('lock'), ...forNote }),
  z.strictObject({ action: z.literal('release'), ...forNote, rev: z.int().positive() }),
  z.strictObject({ action: z.literal('refuse'), ...forNote }),
  z.strictObject({ action: z.literal('silence'), ...forPerson, days: Days }),
  z
    .strictObject({
      action: z.literal('ban'),
      ...forPerson,
      days: Days.nullable(),
      writings: z.enum(['keep', 'hide']).default('keep'),
    })
    .refine(({ days, writings }) => days === null || writings === 'keep', {
      path: ['writings'],
      error: 'Nothing shows writings again when a term ends. Keep them, or ban for good.',
    }),
  z.strictObject({ action: z.literal('ban-domain'), domain: Domain, reason: Reason }),
  z.strictObject({ action: z.literal('remove-picture'), picture: Picture, reason: Reason }),
  z.strictObject({ action: z.literal('undo'), entry: z.uuid(), reason: Reason }),
]);
export type Decision = z.infer<typeof Decision>;
export type DecisionOf<Name extends Decision['action']> = Extract<Decision, { action: Name }>;

/** A moderator's decision about an appeal. */
export const AppealDecision = z.strictObject({ granted: z.boolean(), reason: Reason });
export type AppealDecision = z.infer<typeof AppealDecision>;
