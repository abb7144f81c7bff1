import { z } from 'zod';
import { SubjectId, SubjectKind } from './subject.ts';

/** Why something is reported, as the reporter chooses. */
export const reportReasons = {
  spam: 'Spam or advertising',
  abuse: 'Harassment, threats or hate',
  private: 'Someone’s private information',
  illegal: 'Against the law',
  other: 'Something else',
} as const;
export const ReportReason = z.enum(['spam', 'abuse', 'private', 'illegal', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** The longest text of a report and of an appeal, in characters. */
export const maxExplanation = 1000;

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
