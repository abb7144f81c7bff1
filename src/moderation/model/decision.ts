import { z } from 'zod';
import { Domain } from './domain-name.ts';
import { SubjectId, SubjectKind } from './entry.ts';

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
const forNote = { subject: z.literal('note'), ...about, ...settles };
const forPerson = { subject: z.literal('person'), ...about, ...settles };

/**
 * What a moderator sends. `rev` is the revision of the held note that was read: another one has not been looked at.
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
  z.strictObject({ action: z.literal('undo'), entry: z.uuid(), reason: Reason }),
]);
export type Decision = z.infer<typeof Decision>;
export type DecisionOf<Name extends Decision['action']> = Extract<Decision, { action: Name }>;

/** What a moderator sends to decide an appeal. */
export const AppealDecision = z.strictObject({ granted: z.boolean(), reason: Reason });
export type AppealDecision = z.infer<typeof AppealDecision>;
