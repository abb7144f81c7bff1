import { z } from 'zod';

const part = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Icons are named by a to z, 0 to 9 and single hyphens.');
const shortPart = part.max(80, 'A name has at most 80 characters.');

/** `GET /api/_icon/{collection}.json?icons=a,b`: up to 50 names of one collection. */
export const IconQuery = z.object({
  collection: shortPart,
  icons: z
    .string()
    .min(1, 'Name the icons, as in ?icons=book,tag.')
    .transform((list) => [...new Set(list.split(','))].sort())
    .pipe(z.array(shortPart).max(50, 'Ask for at most 50 icons at once.')),
});

const noWords = 'Say what to look for, as in ?q=book.';

/** `GET /api/_icon/search?q=`: words that the names of icons hold. */
export const IconSearch = z.object({
  q: z.string(noWords).min(1, noWords).max(80, 'A search has at most 80 characters.'),
});

const Icon = z.object({
  body: z.string(),
  width: z.number(),
  height: z.number(),
  left: z.number().optional(),
  top: z.number().optional(),
});

export const IconSetAnswer = z.object({
  prefix: z.string(),
  icons: z.record(z.string(), Icon),
  not_found: z.array(z.string()),
});
export const IconSearchAnswer = z.object({ icons: z.array(Icon.extend({ name: z.string() })) });
