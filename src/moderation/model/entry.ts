import { z } from 'zod';
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

/**
 * A domain as a ban names it: the host of an address in the letters of the web (`xn--…`), lower case, without `www.`,
 * port and the dot at its end. Takes a whole address too. A ban reaches every host below the domain.
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

/** Of a host. One address may have a hundred thousand, and as many domains above it, each nearly as long as itself. */
const maxLabels = 10;

function bannableHost(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const host = URL.canParse(address) ? plainHost(new URL(address)) : '';
  const labels = host.split('.');
  // One label alone is a whole top-level domain.
  const isDomain = labels.length > 1 && labels.length <= maxLabels && labels.every(Boolean);
  return isDomain || /^\[[\da-f:]+\]$/.test(host) ? host : undefined;
}

function plainHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');
}

/** The domains whose ban would reach these addresses: each host, and every domain above it, of as many labels as bans have. */
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
    z
      .string()
      .min(3, 'Give a reason: the person reads it, and so does everyone in the log.')
      .max(500, 'Give the reason in at most 500 characters.'),
  );

const Days = z.int().min(1, 'A term has at least 1 day.').max(365, 'A term has at most 365 days; longer is for good.');

/** The open case that this settles, as the moderator saw it. Of two moderators one settles it, the other is told. */
const settles = { case: z.uuid().optional(), reason: Reason };
const about = { id: SubjectId };

const forContent = { subject: z.enum(['note', 'comment']), ...about, ...settles };
/** A picture by its name, or by its address, which has it. */
const Picture = z
  .string()
  .max(2048)
  .transform((typed) => /(?:^|\/)([0-9a-f]{32})(?:-\d+\.webp)?$/.exec(typed.trim())?.[1] ?? '')
  .pipe(PictureName);

const forNote = { subject: z.literal('note'), ...about, ...settles };
const forPerson = { subject: z.literal('person'), ...about, ...settles };

/**
 * What a moderator sends. `rev` is the revision of the held note that was read: another one has not been reviewed.
 * `writings` says whether what a banned person wrote stays in sight.
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
  z.strictObject({
    action: z.literal('ban'),
    ...forPerson,
    days: Days.nullable(),
    writings: z.enum(['keep', 'hide']).default('keep'),
  }),
  z.strictObject({ action: z.literal('ban-domain'), domain: Domain, reason: Reason }),
  z.strictObject({ action: z.literal('remove-picture'), picture: Picture, reason: Reason }),
  z.strictObject({ action: z.literal('undo'), entry: z.uuid(), reason: Reason }),
]);
export type Decision = z.infer<typeof Decision>;
export type DecisionOf<Name extends Decision['action']> = Extract<Decision, { action: Name }>;

/** What a moderator sends to decide an appeal. */
export const AppealDecision = z.strictObject({ granted: z.boolean(), reason: Reason });
export type AppealDecision = z.infer<typeof AppealDecision>;
