import { z } from 'zod';
import { maxExplanation } from './reasons.ts';
import { SubjectId, SubjectKind } from './subject.ts';

/** One of `reportReasons`. */
export const ReportReason = z.enum(['spam', 'abuse', 'private', 'illegal', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

export const Explanation = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().max(maxExplanation, `Say it in at most ${maxExplanation} characters.`));

/** What a person sends to report. `text` is for the moderators; something else needs one. */
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
