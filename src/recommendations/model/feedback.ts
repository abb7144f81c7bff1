import { z } from 'zod';

/** What a person may ask for more or less of: a tag, a person, or a note and what is like it. */
export const FeedbackKind = z.enum(['tag', 'person', 'note']);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

export const FeedbackWay = z.enum(['more', 'less']);
export type FeedbackWay = z.infer<typeof FeedbackWay>;

/** What one of them is sent as. */
export const FeedbackChange = z.strictObject({ way: FeedbackWay });

/** Something that I asked for: `id` is a tag, a user id or a note's uuid; `since` ISO 8601. */
export const Feedback = z.object({
  kind: FeedbackKind,
  id: z.string(),
  way: FeedbackWay,
  name: z.string(),
  path: z.string().nullable(),
  since: z.iso.datetime(),
});
export type Feedback = z.infer<typeof Feedback>;

/** How many things one person may ask for more or less of. */
export const maxFeedback = 200;
