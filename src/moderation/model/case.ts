import * as z from 'zod';
import { Comment } from '../../discussion/model/thread.ts';
import { Note } from '../../notes/model/note.ts';
import { Role, Suspension } from '../../people/model/user.ts';
import { Entry, Subject, SubjectId, SubjectKind, PublicEntry } from './entry.ts';
import { maxExplanation } from './words.ts';
import { normalized } from '../../platform/model/text/normal-form.ts';

/** One of `reportReasons`. */
export const ReportReason = z.enum(['spam', 'abuse', 'private', 'illegal', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

const Explanation = z
  .string()
  .transform((text) => normalized(text).trim())
  .pipe(z.string().max(maxExplanation, `Say it in at most ${maxExplanation} characters.`));

/** A new report. `text` is for the moderators; the reason `other` requires it. */
export const NewReport = z
  .strictObject({ subject: SubjectKind, id: SubjectId, reason: ReportReason, text: Explanation.default('') })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    error: 'Say in a sentence what is wrong.',
  });
export type NewReport = z.infer<typeof NewReport>;

/** A report as it is stored. Only moderators read it, and never the person reported. */
export const Report = z.object({ by: z.string(), reason: ReportReason, text: z.string(), at: z.iso.datetime() });
export type Report = z.infer<typeof Report>;

/** An appeal against an entry of the moderation log. A banned person sends `token` instead of a session. */
export const NewAppeal = z.strictObject({
  about: z.uuid('Name the decision by its id.'),
  text: Explanation.refine((text) => text !== '', 'Say why the decision should change.'),
  token: z.string().max(2000).optional(),
});
export type NewAppeal = z.infer<typeof NewAppeal>;

/** An appeal as stored: at most one per decision. `decided` is null while it waits. */
export const Appeal = z.object({
  about: z.uuid(),
  by: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  decided: z.object({ granted: z.boolean(), reason: z.string(), at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

/** Selects a decision by its id. */
export const AppealQuery = NewAppeal.pick({ about: true });

/** What the person concerned reads before appealing: the decision, and their appeal if they filed one. */
export const AppealView = z.object({
  entry: PublicEntry,
  appeal: z
    .object({
      text: z.string(),
      at: z.iso.datetime(),
      decided: z.object({ granted: z.boolean(), reason: z.string(), at: z.iso.datetime() }).nullable(),
    })
    .nullable(),
});
export type AppealView = z.infer<typeof AppealView>;

/** Something that waits for a decision: a reported subject, or a note that the spam rules hold. A subject has one open case. */
export const Case = z.object({
  id: z.uuid(),
  kind: z.enum(['report', 'held']),
  subject: Subject,
  openedAt: z.iso.datetime(),
  /** Why the spam rules hold it; empty for reports. */
  reason: z.string(),
});
export type Case = z.infer<typeof Case>;

/** A person as moderators see them. */
export const ModeratedPerson = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  bio: z.string(),
  createdAt: z.iso.datetime(),
  role: Role.optional(),
  standing: Suspension.optional(),
});
export type ModeratedPerson = z.infer<typeof ModeratedPerson>;

/** A case with everything needed to decide it; a comment comes with its note. What was deleted meanwhile is null. */
export const QueuedCase = z.object({
  case: Case,
  reports: z.array(Report.extend({ handle: z.string() })),
  note: Note.nullable(),
  comment: Comment.nullable(),
  person: ModeratedPerson.nullable(),
  /** Earlier decisions about this person, newest first. */
  earlier: z.array(Entry),
});
export type QueuedCase = z.infer<typeof QueuedCase>;

/** An appeal with what it is about. `mine`: the decision was by this moderator, so another one should decide the appeal. */
export const QueuedAppeal = z.object({
  appeal: Appeal,
  entry: Entry,
  note: Note.nullable(),
  comment: Comment.nullable(),
  person: ModeratedPerson.nullable(),
  mine: z.boolean(),
});
export type QueuedAppeal = z.infer<typeof QueuedAppeal>;

/** What waits for moderators: the oldest of one kind, and the number of each kind. */
export const QueueKind = z.enum(['report', 'held', 'appeal']);
export type QueueKind = z.infer<typeof QueueKind>;
export const QueueQuery = z.strictObject({ kind: QueueKind.default('report') });
export const Queue = z.object({
  counts: z.record(QueueKind, z.int().nonnegative()),
  cases: z.array(QueuedCase),
  appeals: z.array(QueuedAppeal),
});
export type Queue = z.infer<typeof Queue>;
