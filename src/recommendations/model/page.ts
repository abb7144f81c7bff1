import { z } from 'zod';
import { Counts } from '../../notes/model/note.ts';
import { Reason } from './reason.ts';

/** A note that was chosen for somebody, as its card shows it, and why. */
export const ForYouNote = z.object({
  uuid: z.uuid(),
  title: z.string(),
  path: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  tags: z.array(z.string()),
  author: z.object({ id: z.string(), handle: z.string(), name: z.string() }),
  publishedAt: z.iso.datetime(),
  counts: Counts,
  reasons: z.array(Reason),
});
export type ForYouNote = z.infer<typeof ForYouNote>;

/** Whether somebody wants the best of the week by mail. */
export const WeeklySetting = z.strictObject({ weekly: z.boolean() });
export type WeeklySetting = z.infer<typeof WeeklySetting>;

/** The notes chosen for somebody, best first. `known`: how many things tell what they like; at 0, everyone gets the same. */
export const ForYouPage = z.object({ notes: z.array(ForYouNote), known: z.int().nonnegative() });
export type ForYouPage = z.infer<typeof ForYouPage>;
