import { z } from 'zod';
import { Comment } from '../../discussion/model/comment.ts';
import { Note } from '../../notes/model/note.ts';
import { Role, Suspension } from '../../people/model/user.ts';
import { Appeal } from './appeal.ts';
import { Entry } from './entry.ts';
import { Report } from './report.ts';
import { Subject } from './subject.ts';

/** Something that waits for a decision: what people reported, or a note that the rules hold. One is open per subject. */
export const Case = z.object({
  id: z.uuid(),
  kind: z.enum(['report', 'held']),
  subject: Subject,
  openedAt: z.iso.datetime(),
  /** Why the rules hold it; empty for reports. */
  reason: z.string(),
});
export type Case = z.infer<typeof Case>;

/** A person as moderators see them. */
export const Known = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  bio: z.string(),
  createdAt: z.iso.datetime(),
  role: Role.optional(),
  standing: Suspension.optional(),
});
export type Known = z.infer<typeof Known>;

/** A case with all that a decision needs; beside a comment stands its note. What was deleted meanwhile is null. */
export const QueuedCase = z.object({
  case: Case,
  reports: z.array(Report.extend({ handle: z.string() })),
  note: Note.nullable(),
  comment: Comment.nullable(),
  person: Known.nullable(),
  /** What was decided about this person before, newest first. */
  earlier: z.array(Entry),
});
export type QueuedCase = z.infer<typeof QueuedCase>;

/** An appeal with what it is about. `mine`: this moderator decided it, and another one should look. */
export const QueuedAppeal = z.object({
  appeal: Appeal,
  entry: Entry,
  note: Note.nullable(),
  comment: Comment.nullable(),
  person: Known.nullable(),
  mine: z.boolean(),
});
export type QueuedAppeal = z.infer<typeof QueuedAppeal>;

/** What awaits moderators: the oldest of one kind, and how many there are of each. */
export const QueueKind = z.enum(['report', 'held', 'appeal']);
export type QueueKind = z.infer<typeof QueueKind>;
export const QueueQuery = z.strictObject({ kind: QueueKind.default('report') });
export const Queue = z.object({
  counts: z.record(QueueKind, z.int().nonnegative()),
  cases: z.array(QueuedCase),
  appeals: z.array(QueuedAppeal),
});
export type Queue = z.infer<typeof Queue>;
