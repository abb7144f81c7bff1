import { z } from 'zod';

/** A picture is named by a keyed digest of what was fetched or sent, so that nobody can tell a name from a picture. */
export const PictureName = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'Give the address of a picture, such as /pictures/….webp, or its name of 32 digits.');

/** A page's lead picture, with the measures of its largest file. */
const LeadPicture = z.object({ name: PictureName, width: z.int().positive(), height: z.int().positive() });
export type LeadPicture = z.infer<typeof LeadPicture>;

/**
 * What shows the page that a note is about: its pictures, who wrote it and how many minutes it takes to read. `bytes`: of
 * all picture files; scripts of the store read it where it stands.
 */
export const PagePictures = z.object({
  bytes: z.int().nonnegative(),
  icon: PictureName.optional(),
  lead: LeadPicture.optional(),
  author: z.string().optional(),
  minutes: z.int().positive().optional(),
});
export type PagePictures = z.infer<typeof PagePictures>;
