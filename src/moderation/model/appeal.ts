import { z } from 'zod';
import { PublicEntry } from './entry.ts';
import { Explanation } from './report.ts';

/** What a person sends to appeal against an entry of the moderation log. `token` stands for a session of the banned. */
export const NewAppeal = z.strictObject({
  about: z.uuid('Name the decision by its id.'),
  text: Explanation.refine((text) => text !== '', 'Say why the decision should change.'),
  token: z.string().max(2000).optional(),
});
export type NewAppeal = z.infer<typeof NewAppeal>;

/** An appeal as stored: one per decision, ever. `decided` is null while it waits. */
export const Appeal = z.object({
  about: z.uuid(),
  by: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  decided: z.object({ granted: z.boolean(), reason: z.string(), at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

/** Which decision is asked for. */
export const AppealQuery = NewAppeal.pick({ about: true });

/** What the person concerned reads before appealing: the decision, and the appeal if there is one. */
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
