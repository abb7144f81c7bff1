import { z } from 'zod';

/** What a person may ask for more or less of: a tag, a person, or a note and what is like it. */
export const WishKind = z.enum(['tag', 'person', 'note']);
export type WishKind = z.infer<typeof WishKind>;

export const WishWay = z.enum(['more', 'less']);
export type WishWay = z.infer<typeof WishWay>;

/** What one of them is sent as. */
export const WishChange = z.strictObject({ way: WishWay });

/** Something that I asked for: `id` is a tag, a user id or a note's uuid; `since` ISO 8601. */
export const Wish = z.object({
  kind: WishKind,
  id: z.string(),
  way: WishWay,
  name: z.string(),
  path: z.string().nullable(),
  since: z.iso.datetime(),
});
export type Wish = z.infer<typeof Wish>;

/** How many things one person may ask for more or less of. */
export const mostWishes = 200;
