import * as z from 'zod';

/** A picture is named by a keyed digest of its original bytes, so that nobody can compute the name from a picture. */
export const PictureName = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'Give the address of a picture, such as /pictures/….webp, or its name of 32 digits.');

/** A page's lead picture, with the dimensions of its largest file. */
const LeadPicture = z.object({ name: PictureName, width: z.int().positive(), height: z.int().positive() });
export type LeadPicture = z.infer<typeof LeadPicture>;

/**
 * What a note shows about its linked page: the pictures, the author and the reading time in minutes. `bytes` counts all
 * picture files; scripts of the store read it under this name.
 */
export const PagePictures = z.object({
  bytes: z.int().nonnegative(),
  icon: PictureName.optional(),
  lead: LeadPicture.optional(),
  author: z.string().optional(),
  minutes: z.int().positive().optional(),
});
export type PagePictures = z.infer<typeof PagePictures>;
