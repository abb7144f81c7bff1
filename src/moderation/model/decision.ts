import { z } from 'zod';
import { PictureName } from '../../pictures/model/picture.ts';
import { SubjectId, SubjectKind } from './entry.ts';

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

function bannableHost(typed: string): string | undefined {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const host = URL.canParse(address) ? plainHost(new URL(address)) : '';
  // One label alone is a whole top-level domain.
  return /^[^.]+(\.[^.]+)+$|^\[[\da-f:]+\]$/.test(host) ? host : undefined;
}

function plainHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/, '');
}

/** The domains whose ban would reach these addresses: each host, and every domain above it. */
export function domainsOf(urls: readonly string[]): string[] {
  const found = new Set<string>();
  for (const url of urls) {
    if (!URL.canParse(url)) continue;
    const labels = plainHost(new URL(url)).split('.');
    for (let from = 0; from < Math.max(1, labels.length - 1); from += 1) found.add(labels.slice(from).join('.'));
  }
  return [...found];
}

const Reason = z
  .string()
  .transform((reason) => reason.normalize('NFC').replace(/\s+/gu, ' ').trim())
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
